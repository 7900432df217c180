// Before the first paint: theme and language of the last visit, so that nothing flashes.
(function () {
  try {
    var mode = (localStorage.getItem('theme') || '').split(' ')[0];
    var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.lang = localStorage.getItem('lang') === 'en' ? 'en' : 'zh-CN';
  } catch (_) {
    // Storage is closed: the defaults of the style sheet apply.
  }
})();
