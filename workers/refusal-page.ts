import { type Language, readerLanguage } from '../app/domain/language.ts';

/** Why the front door turned a request away. */
export type Refused = 'host' | 'cross-site' | 'failed';

const STATUS: Record<Refused, number> = { host: 421, 'cross-site': 403, failed: 500 };

// Not in locales/: these stand outside the application, and must work when it does not.
const TEXTS: Record<Refused, Record<Language, string>> = {
  host: {
    en: 'Porchlight does not answer under this name.',
    de: 'Porchlight antwortet unter diesem Namen nicht.',
    es: 'Porchlight no responde con este nombre.',
    fr: 'Porchlight ne répond pas sous ce nom.',
    nl: 'Porchlight antwoordt niet onder deze naam.',
    'pt-br': 'O Porchlight não responde por este nome.',
    'zh-cn': 'Porchlight 不在此名称下提供服务。',
    'zh-tw': 'Porchlight 不在此名稱下提供服務。',
  },
  'cross-site': {
    en: 'This form came from another site, so nothing was changed. Open Porchlight itself and try again.',
    de: 'Dieses Formular kam von einer anderen Website, darum wurde nichts geändert. Öffnen Sie Porchlight selbst und versuchen Sie es erneut.',
    es: 'Este formulario venía de otro sitio, así que no se cambió nada. Abre Porchlight e inténtalo de nuevo.',
    fr: 'Ce formulaire venait d’un autre site : rien n’a été modifié. Ouvrez Porchlight et réessayez.',
    nl: 'Dit formulier kwam van een andere site, dus er is niets gewijzigd. Open Porchlight zelf en probeer het opnieuw.',
    'pt-br': 'Este formulário veio de outro site, então nada foi alterado. Abra o Porchlight e tente de novo.',
    'zh-cn': '此表单来自其他网站，因此未做任何更改。请打开 Porchlight 后重试。',
    'zh-tw': '此表單來自其他網站，因此未做任何變更。請開啟 Porchlight 後再試一次。',
  },
  failed: {
    en: 'Something went wrong on our side. Please try again.',
    de: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
    es: 'Algo ha fallado por nuestra parte. Inténtalo de nuevo.',
    fr: 'Un problème est survenu de notre côté. Veuillez réessayer.',
    nl: 'Er ging bij ons iets mis. Probeer het opnieuw.',
    'pt-br': 'Algo deu errado do nosso lado. Tente de novo.',
    'zh-cn': '我们这边出了点问题，请重试。',
    'zh-tw': '我們這邊出了點問題，請再試一次。',
  },
};

/** A small page in the reader's language for what never reaches the application. A failure names its reference, never its cause (A98). */
export function refusalPage(request: Request, why: Refused, reference?: string): Response {
  const language = readerLanguage(request.headers.get('Cookie'), request.headers.get('Accept-Language'));
  const name = reference === undefined ? '' : `<p><code>${reference}</code></p>`;
  const html = `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Porchlight</title></head><body><h1>Porchlight</h1><p>${TEXTS[why][language]}</p>${name}<p><a href="/">Porchlight</a></p></body></html>`;
  return new Response(html, { status: STATUS[why], headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': language } });
}
