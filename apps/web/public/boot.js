// Before the first paint: theme and language of the last visit, so that nothing flashes, and the files of the console.
(function () {
  try {
    var mode = (localStorage.getItem('theme') || '').split(' ')[0];
    var dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.lang = localStorage.getItem('lang') === 'en' ? 'en' : 'zh-CN';
  } catch (_) {
    // Storage is closed: the defaults of the style sheet apply.
  }

  // Behind the login: the console's files now, not after the script that would ask for them.
  if (!/(^|; )Admin-Token=./.test(document.cookie)) return;
  var data = document.currentScript.dataset;
  var definitions = JSON.parse(data.pages || '{}')[location.pathname] || '';
  ((data.console || '') + ' ' + definitions).split(' ').forEach(function (file) {
    if (file === '') return;
    var link = document.createElement('link');
    link.rel = /css$/.test(file) ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.href = file;
    document.head.append(link);
  });
})();
