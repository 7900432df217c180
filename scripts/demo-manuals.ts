/**
 * Prints the demo's manuals into apps/server/src/seed/assets/manuals, with their fonts.
 * Run it after changing a text; needs Chromium (CHROMIUM=/path) and a font with Chinese.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const assets = fileURLToPath(new URL('../apps/server/src/seed/assets/manuals/', import.meta.url));
const css = `@page{size:A5;margin:14mm 13mm}body{font:10.5pt/1.75 'WenQuanYi Micro Hei','DejaVu Sans',sans-serif;color:#1f1f1f;margin:0}
section{break-after:page}section:last-child{break-after:auto}h1{font-size:24pt;line-height:1.3;margin:60mm 0 4mm}h2{font-size:15pt;border-bottom:.6mm solid #2f54eb;padding-bottom:2mm;margin:0 0 5mm}
p{margin:0 0 3mm}li{margin-bottom:1.5mm}.sub{color:#666}table{border-collapse:collapse;width:100%}td,th{border:.2mm solid #bbb;padding:1.5mm 2mm;text-align:left}.warn{background:#fff7e6;border-left:1mm solid #fa8c16;padding:2mm 3mm}.bar{height:3mm;background:#2f54eb;width:40mm}`;

interface Booklet {
  readonly lang: 'zh' | 'en';
  readonly title: string;
  /** Titles of the chapters with their HTML. */
  readonly chapters: readonly (readonly [title: string, html: string])[];
}

const booklets: Readonly<Record<string, Booklet>> = {
  'user-zh': {
    lang: 'zh',
    title: '用户手册',
    chapters: [
      [
        '安全须知',
        `<p>骑行前请阅读本手册，并随车保存。</p><ul><li>请佩戴头盔，不要在身体不适时骑行。</li><li>积水超过踏板时请勿涉水，以免控制器进水。</li><li>下坡时不要关闭电源，动能回收需要电源。</li></ul><p class=warn>请勿自行拆解电池。电池受到撞击或浸水后，请联系就近网点检测。</p>`,
      ],
      [
        '首次使用',
        `<ol><li>打开APP，扫描车身二维码绑定车辆。</li><li>充满电后再第一次骑行。</li><li>调整后视镜，检查胎压：前轮180 kPa，后轮220 kPa。</li></ol><p>绑定后，车辆会自动完成激活，质保从激活当天开始计算。</p>`,
      ],
      [
        '骑行',
        `<p>收起边撑，松开刹车，退出P挡，轻拧电门起步。</p><table><tr><th>模式</th><th>最高车速</th><th>适合</th></tr><tr><td>节能</td><td>35 km/h</td><td>长途、雨天</td></tr><tr><td>标准</td><td>45 km/h</td><td>日常通勤</td></tr><tr><td>运动</td><td>60 km/h</td><td>爬坡</td></tr></table><p>长按模式键2秒切换骑行模式。</p>`,
      ],
      [
        '充电与电池',
        `<p>环境温度0–45°C时可以充电，充满约需6小时。长期停放时保持电量在50%左右，每月补充充电一次。</p><p class=warn>请使用随车充电器，不要在楼道内充电。</p>`,
      ],
      [
        '保养周期',
        `<table><tr><th>里程</th><th>项目</th></tr><tr><td>500 km</td><td>首次保养：紧固、刹车、胎压</td></tr><tr><td>3000 km</td><td>检查刹车片厚度，更换减速箱油</td></tr><tr><td>6000 km</td><td>全车检查，电池健康检测</td></tr></table>`,
      ],
    ],
  },
  'battery-zh': {
    lang: 'zh',
    title: '电池手册',
    chapters: [
      [
        '规格',
        `<table><tr><td>类型</td><td>磷酸铁锂</td></tr><tr><td>标称电压</td><td>72 V</td></tr><tr><td>容量</td><td>24 Ah</td></tr><tr><td>工作温度</td><td>-20–55°C</td></tr></table>`,
      ],
      [
        '存放',
        `<p>存放在干燥、通风处，远离热源。存放三个月以上时，请先充电到一半。</p><p>低温下可用容量会下降，0°C时约为常温的80%，属于正常现象。</p>`,
      ],
      ['回收', `<p>报废电池属于危险废物，请交给授权网点回收，不要丢弃或拆解。</p>`],
    ],
  },
  'user-en': {
    lang: 'en',
    title: 'User manual',
    chapters: [
      [
        'Safety',
        `<p>Read this manual before you ride, and keep it with the vehicle.</p><ul><li>Wear a helmet.</li><li>Do not ride through water above the footboard.</li><li>Keep the power on downhill: energy recovery needs it.</li></ul><p class=warn>Never open the battery. After an impact or a flood have it tested at a dealer.</p>`,
      ],
      [
        'First use',
        `<ol><li>Open the app and scan the code on the vehicle.</li><li>Charge the battery fully before the first ride.</li><li>Set the mirrors and check the tyres: 180 kPa in front, 220 kPa behind.</li></ol>`,
      ],
      [
        'Riding',
        `<table><tr><th>Mode</th><th>Top speed</th><th>For</th></tr><tr><td>Eco</td><td>35 km/h</td><td>Long ways, rain</td></tr><tr><td>Standard</td><td>45 km/h</td><td>Every day</td></tr><tr><td>Sport</td><td>60 km/h</td><td>Hills</td></tr></table><p>Hold the mode button for two seconds to change the ride mode.</p>`,
      ],
      [
        'Charging',
        `<p>Charge between 0 and 45 °C; it takes about six hours. Before a long rest leave the battery half full.</p>`,
      ],
    ],
  },
};

const brands = { zh: '轮舍智能电动车', en: 'Wheelhouse connected scooter' } as const;

const pageOf = ([title, html]: Booklet['chapters'][number], n: number): string =>
  `<section><h2>${n + 1}　${title}</h2>${html}</section>`;

const htmlOf = ({ lang, title, chapters }: Booklet): string =>
  `<html lang=${lang}><meta charset=utf-8><title>${title}</title><style>${css}</style>
  <section><h1>${title}</h1><div class=bar></div><p class=sub>${brands[lang]}</p><p class=sub>V1.0</p></section>${chapters.map(pageOf).join('')}</html>`;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const [name, booklet] of Object.entries(booklets)) {
  await page.setContent(htmlOf(booklet));
  await page.pdf({ path: `${assets}${name}.pdf`, preferCSSPageSize: true, printBackground: true, tagged: false });
}
await browser.close();
