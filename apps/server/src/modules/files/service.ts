/** What other modules may use of files: keeping them, and addresses that show them. */
export { type AudioFacts, probeAudio } from './audio.ts';
export { firstColumn } from './first-column.ts';
export { newFileId, signedUrl } from './issue.ts';
export { showProof } from './proof.ts';
export { insertFile, keepBytes } from './store.ts';
export { digestsOf, fileDigests } from './digests.ts';
export { partBytes } from './parts.ts';
export { largestOf } from './kinds.ts';
export { admitFromApp, countUse } from './quota.ts';
export { finishUpload, startUpload, takePart } from './resumable.ts';
export { takeAppFile } from './taken.ts';
export { pixelsIn } from './pixels.ts';
export { drawDocument, type DrawnPage } from './pdf-document.ts';
export { drawPdf, type PdfPage } from './pdf.ts';
export { encodePng } from './png.ts';
export { qrCode } from './qr.ts';
export { storedBytes, storedReader, uploadFacts, type StoredReader } from './stored-bytes.ts';
