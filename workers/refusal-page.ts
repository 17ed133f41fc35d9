import { type Language, readerLanguage } from '#app/domain/language.ts';

/** Reason why the front door refused a request. */
export type RefusalReason = 'host' | 'cross-site' | 'method' | 'failed';

const STATUS: Record<RefusalReason, number> = { host: 421, 'cross-site': 403, method: 405, failed: 500 };

// These texts are not in locales/, because the pages must work when the application does not.
type Words = Record<Language, string>;

const LINK_TEXT: Words = {
  en: 'Open Porchlight',
  de: 'Porchlight öffnen',
  es: 'Abrir Porchlight',
  fr: 'Ouvrir Porchlight',
  nl: 'Porchlight openen',
  'pt-br': 'Abrir o Porchlight',
  'zh-cn': '打开 Porchlight',
  'zh-tw': '開啟 Porchlight',
};

const UNCHANGED: Words = {
  en: 'Nothing was changed',
  de: 'Es wurde nichts geändert',
  es: 'No se ha cambiado nada',
  fr: 'Rien n’a été modifié',
  nl: 'Er is niets gewijzigd',
  'pt-br': 'Nada foi alterado',
  'zh-cn': '未做任何更改',
  'zh-tw': '未做任何變更',
};

const TEXTS: Record<RefusalReason, { title: Words; text: Words }> = {
  host: {
    title: {
      en: 'Wrong address',
      de: 'Falsche Adresse',
      es: 'Dirección incorrecta',
      fr: 'Adresse incorrecte',
      nl: 'Verkeerd adres',
      'pt-br': 'Endereço errado',
      'zh-cn': '地址不对',
      'zh-tw': '網址不對',
    },
    text: {
      en: 'Porchlight isn’t available under this name.',
      de: 'Porchlight antwortet unter diesem Namen nicht.',
      es: 'Porchlight no responde con este nombre.',
      fr: 'Porchlight ne répond pas sous ce nom.',
      nl: 'Porchlight antwoordt niet onder deze naam.',
      'pt-br': 'O Porchlight não responde por este nome.',
      'zh-cn': 'Porchlight 不在此名称下提供服务。',
      'zh-tw': 'Porchlight 不在此名稱下提供服務。',
    },
  },
  'cross-site': {
    title: UNCHANGED,
    text: {
      en: 'This form came from another site, so nothing was changed. Open Porchlight and try again.',
      de: 'Dieses Formular kam von einer anderen Website und wurde darum nicht ausgeführt. Öffnen Sie Porchlight selbst und versuchen Sie es erneut.',
      es: 'Este formulario venía de otro sitio, así que no se ha enviado. Abre Porchlight e inténtalo de nuevo.',
      fr: 'Ce formulaire venait d’un autre site et n’a pas été pris en compte. Ouvrez Porchlight et réessayez.',
      nl: 'Dit formulier kwam van een andere site en is daarom niet uitgevoerd. Open Porchlight zelf en probeer het opnieuw.',
      'pt-br': 'Este formulário veio de outro site e por isso não foi enviado. Abra o Porchlight e tente de novo.',
      'zh-cn': '此表单来自其他网站，因此没有执行。请打开 Porchlight 后重试。',
      'zh-tw': '此表單來自其他網站，因此沒有執行。請開啟 Porchlight 後再試一次。',
    },
  },
  method: {
    title: UNCHANGED,
    text: {
      en: 'This page doesn’t accept forms. Open Porchlight and try again.',
      de: 'Diese Seite nimmt keine Formulare an. Öffnen Sie Porchlight und versuchen Sie es erneut.',
      es: 'Esta página no admite formularios. Abre Porchlight e inténtalo de nuevo.',
      fr: 'Cette page n’accepte pas de formulaire. Ouvrez Porchlight et réessayez.',
      nl: 'Deze pagina neemt geen formulieren aan. Open Porchlight en probeer het opnieuw.',
      'pt-br': 'Esta página não aceita formulários. Abra o Porchlight e tente de novo.',
      'zh-cn': '此页面不接受表单。请打开 Porchlight 后重试。',
      'zh-tw': '此頁面不接受表單。請開啟 Porchlight 後再試一次。',
    },
  },
  failed: {
    title: {
      en: 'That didn’t work',
      de: 'Das hat nicht geklappt',
      es: 'Eso no ha funcionado',
      fr: 'Cela n’a pas fonctionné',
      nl: 'Dat is niet gelukt',
      'pt-br': 'Isso não deu certo',
      'zh-cn': '没有成功',
      'zh-tw': '沒有成功',
    },
    text: {
      en: 'Something went wrong on our side. Your rules still apply. Try again in a moment.',
      de: 'Bei uns ist etwas schiefgegangen. Die Regeln auf Ihren Geräten gelten weiter. Bitte versuchen Sie es gleich noch einmal.',
      es: 'Ha fallado algo por nuestra parte. Las reglas de tus dispositivos siguen en marcha. Inténtalo de nuevo en un momento.',
      fr: 'Un problème est survenu de notre côté. Les règles continuent de s’appliquer sur vos appareils. Réessayez dans un instant.',
      nl: 'Er ging bij ons iets mis. De regels op je apparaten gaan gewoon door. Probeer het zo nog eens.',
      'pt-br': 'Algo falhou do nosso lado. As regras nos seus aparelhos continuam valendo. Tente de novo daqui a pouco.',
      'zh-cn': '我们这边出了问题。设备上的规则继续有效。请稍后再试。',
      'zh-tw': '我們這邊出了問題。裝置上的規則繼續有效。請稍後再試。',
    },
  },
};

// Repeats the needed colors of app/styles.css. Loads no files, because the application may be down.
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
 * Returns a small page in the user's language for a request that does not reach the application. The page says what happened and what to
 * do. After a failure, it shows the reference but never the cause (A98). `allow` lists the allowed methods if the method was refused.
 */
export function refusalPage(
  request: Request,
  reason: RefusalReason,
  { nonce, reference }: { nonce: string; reference: string },
  allow = 'GET, HEAD',
): Response {
  const language = readerLanguage(request.headers.get('Cookie'), request.headers.get('Accept-Language'));
  const [title, text, linkText] = [TEXTS[reason].title[language], TEXTS[reason].text[language], LINK_TEXT[language]];
  const number = reason === 'failed' ? `<small><code>${reference}</code></small>` : '';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Porchlight</title><style nonce="${nonce}">${STYLE}</style>`;
  const body = `<main>${LOGO}<section><h1>${title}</h1><p>${text}</p><a href="/">${linkText}</a></section>${number}</main>`;
  const html = `<!DOCTYPE html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`;
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language });
  if (reason === 'method') headers.set('Allow', allow);
  return new Response(html, { status: STATUS[reason], headers });
}
