import { type Language, readerLanguage } from '../app/domain/language.ts';

/** Why the front door turned a request away. */
export type Refused = 'host' | 'cross-site' | 'method' | 'failed';

const STATUS: Record<Refused, number> = { host: 421, 'cross-site': 403, method: 405, failed: 500 };

// Not in locales/: these stand outside the application, and must work when it does not.
type Words = { title: string; text: string; way: string };

const TEXTS: Record<Refused, Record<Language, Words>> = {
  host: {
    en: { title: 'Wrong address', text: 'Porchlight does not answer under this name.', way: 'Open Porchlight' },
    de: { title: 'Falsche Adresse', text: 'Porchlight antwortet unter diesem Namen nicht.', way: 'Porchlight öffnen' },
    es: { title: 'Dirección incorrecta', text: 'Porchlight no responde con este nombre.', way: 'Abrir Porchlight' },
    fr: { title: 'Adresse incorrecte', text: 'Porchlight ne répond pas sous ce nom.', way: 'Ouvrir Porchlight' },
    nl: { title: 'Verkeerd adres', text: 'Porchlight antwoordt niet onder deze naam.', way: 'Porchlight openen' },
    'pt-br': { title: 'Endereço errado', text: 'O Porchlight não responde por este nome.', way: 'Abrir o Porchlight' },
    'zh-cn': { title: '地址不对', text: 'Porchlight 不在此名称下提供服务。', way: '打开 Porchlight' },
    'zh-tw': { title: '網址不對', text: 'Porchlight 不在此名稱下提供服務。', way: '開啟 Porchlight' },
  },
  'cross-site': {
    en: {
      title: 'Nothing was changed',
      text: 'This form came from another site, so it was not carried out. Open Porchlight itself and try again.',
      way: 'Open Porchlight',
    },
    de: {
      title: 'Es wurde nichts geändert',
      text: 'Dieses Formular kam von einer anderen Website und wurde darum nicht ausgeführt. Öffnen Sie Porchlight selbst und versuchen Sie es erneut.',
      way: 'Porchlight öffnen',
    },
    es: {
      title: 'No se ha cambiado nada',
      text: 'Este formulario venía de otro sitio, así que no se ha enviado. Abre Porchlight e inténtalo de nuevo.',
      way: 'Abrir Porchlight',
    },
    fr: {
      title: 'Rien n’a été modifié',
      text: 'Ce formulaire venait d’un autre site et n’a pas été pris en compte. Ouvrez Porchlight et réessayez.',
      way: 'Ouvrir Porchlight',
    },
    nl: {
      title: 'Er is niets gewijzigd',
      text: 'Dit formulier kwam van een andere site en is daarom niet uitgevoerd. Open Porchlight zelf en probeer het opnieuw.',
      way: 'Porchlight openen',
    },
    'pt-br': {
      title: 'Nada foi alterado',
      text: 'Este formulário veio de outro site e por isso não foi enviado. Abra o Porchlight e tente de novo.',
      way: 'Abrir o Porchlight',
    },
    'zh-cn': { title: '未做任何更改', text: '此表单来自其他网站，因此没有执行。请打开 Porchlight 后重试。', way: '打开 Porchlight' },
    'zh-tw': { title: '未做任何變更', text: '此表單來自其他網站，因此沒有執行。請開啟 Porchlight 後再試一次。', way: '開啟 Porchlight' },
  },
  method: {
    en: { title: 'Nothing was changed', text: 'This page does not accept forms. Open Porchlight and try again.', way: 'Open Porchlight' },
    de: {
      title: 'Es wurde nichts geändert',
      text: 'Diese Seite nimmt keine Formulare an. Öffnen Sie Porchlight und versuchen Sie es erneut.',
      way: 'Porchlight öffnen',
    },
    es: {
      title: 'No se ha cambiado nada',
      text: 'Esta página no admite formularios. Abre Porchlight e inténtalo de nuevo.',
      way: 'Abrir Porchlight',
    },
    fr: {
      title: 'Rien n’a été modifié',
      text: 'Cette page n’accepte pas de formulaire. Ouvrez Porchlight et réessayez.',
      way: 'Ouvrir Porchlight',
    },
    nl: {
      title: 'Er is niets gewijzigd',
      text: 'Deze pagina neemt geen formulieren aan. Open Porchlight en probeer het opnieuw.',
      way: 'Porchlight openen',
    },
    'pt-br': {
      title: 'Nada foi alterado',
      text: 'Esta página não aceita formulários. Abra o Porchlight e tente de novo.',
      way: 'Abrir o Porchlight',
    },
    'zh-cn': { title: '未做任何更改', text: '此页面不接受表单。请打开 Porchlight 后重试。', way: '打开 Porchlight' },
    'zh-tw': { title: '未做任何變更', text: '此頁面不接受表單。請開啟 Porchlight 後再試一次。', way: '開啟 Porchlight' },
  },
  failed: {
    en: {
      title: 'That did not work',
      text: 'Something failed on our side. The rules on your devices go on. Please try again in a moment.',
      way: 'Open Porchlight',
    },
    de: {
      title: 'Das hat nicht geklappt',
      text: 'Bei uns ist etwas schiefgegangen. Die Regeln auf Ihren Geräten gelten weiter. Bitte versuchen Sie es gleich noch einmal.',
      way: 'Porchlight öffnen',
    },
    es: {
      title: 'Eso no ha funcionado',
      text: 'Ha fallado algo por nuestra parte. Las reglas de tus dispositivos siguen en marcha. Inténtalo de nuevo en un momento.',
      way: 'Abrir Porchlight',
    },
    fr: {
      title: 'Cela n’a pas fonctionné',
      text: 'Un problème est survenu de notre côté. Les règles continuent de s’appliquer sur vos appareils. Réessayez dans un instant.',
      way: 'Ouvrir Porchlight',
    },
    nl: {
      title: 'Dat is niet gelukt',
      text: 'Er ging bij ons iets mis. De regels op je apparaten gaan gewoon door. Probeer het zo nog eens.',
      way: 'Porchlight openen',
    },
    'pt-br': {
      title: 'Isso não deu certo',
      text: 'Algo falhou do nosso lado. As regras nos seus aparelhos continuam valendo. Tente de novo daqui a pouco.',
      way: 'Abrir o Porchlight',
    },
    'zh-cn': { title: '没有成功', text: '我们这边出了问题。设备上的规则继续有效。请稍后再试。', way: '打开 Porchlight' },
    'zh-tw': { title: '沒有成功', text: '我們這邊出了問題。裝置上的規則繼續有效。請稍後再試。', way: '開啟 Porchlight' },
  },
};

// The tokens of app/styles.css that it takes; no file is asked for, for the house may be down.
const STYLE = `:root{color-scheme:light dark;--line:light-dark(#e6dfd3,#2c3047)}
body{margin:0;padding:24px 20px;background:light-dark(#faf7f2,#12141f);color:light-dark(#1b2036,#eef0f8);font:15px/1.5 Figtree,system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:440px;margin:0 auto}
svg{display:block;width:40px;height:40px;margin-bottom:24px}
section{padding:24px;border-radius:16px;background:light-dark(#fff,#1b1e2e);box-shadow:0 0 0 1px var(--line)}
h1{margin:0 0 8px;font-size:26px;line-height:1.2;letter-spacing:-.012em;text-wrap:balance}
p{margin:0 0 24px;color:light-dark(#5a6078,#a6acc6)}
a{display:inline-block;padding:12px 20px;border-radius:12px;background:light-dark(#3d3bb3,#a5a3ff);color:light-dark(#fff,#14123f);font-weight:560;text-decoration:none}
a:focus-visible{outline:2px solid light-dark(#3d3bb3,#a5a3ff);outline-offset:2px}
small{display:block;margin-top:16px;font-size:13px;color:light-dark(#5a6078,#a6acc6)}`;

const LOGO = `<svg viewBox="0 0 32 32" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="M16 2.8v3.4M7.6 12.6l4.2-5.2a1.8 1.8 0 0 1 1.4-.7h5.6a1.8 1.8 0 0 1 1.4.7l4.2 5.2z" fill="currentColor"/><path d="M8.9 15h14.2l-1.5 10.4H10.4z" fill="#f4a93b" stroke="none"/><path d="m8.9 15 1.5 10.4h11.2L23.1 15M12.6 29.2h6.8"/></svg>`;

/**
 * A small page in the reader's language for what never reaches the application: what happened, and the way on. A failure names its
 * reference, never its cause (A98). `allow`: the methods that there are, for a request by another one.
 */
export function refusalPage(
  request: Request,
  why: Refused,
  { nonce, reference }: { nonce: string; reference: string },
  allow = 'GET, HEAD',
): Response {
  const language = readerLanguage(request.headers.get('Cookie'), request.headers.get('Accept-Language'));
  const { title, text, way } = TEXTS[why][language];
  const number = why === 'failed' ? `<small><code>${reference}</code></small>` : '';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Porchlight</title><style nonce="${nonce}">${STYLE}</style>`;
  const body = `<main>${LOGO}<section><h1>${title}</h1><p>${text}</p><a href="/">${way}</a></section>${number}</main>`;
  const html = `<!DOCTYPE html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`;
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language });
  if (why === 'method') headers.set('Allow', allow);
  return new Response(html, { status: STATUS[why], headers });
}
