import type { LanguageMails } from '../mail-texts';

export const PTBR: LanguageMails = {
  facts: { at: 'Quando', browser: 'Navegador', place: 'Local aproximado' },
  mails: {
    verify: {
      subject: 'Confirme seu e-mail no Porchlight',
      lead: 'Boas-vindas ao Porchlight.',
      body: 'Confirme que este endereço é seu. O link funciona por 24 horas.',
      button: 'Confirmar meu endereço',
      after: 'Se você não criou uma conta, ignore este e-mail: não enviaremos outro.',
    },
    'verify-new-email': {
      subject: 'Confirme seu novo e-mail no Porchlight',
      lead: 'A partir de agora você entra no Porchlight com {{email}}.',
      body: 'Confirme que este endereço é seu. O link funciona por 24 horas.',
      button: 'Confirmar meu endereço',
      after: 'Se você não usa o Porchlight, ignore este e-mail: alguém digitou o próprio endereço errado.',
    },
    'email-changed': {
      subject: 'Seu e-mail do Porchlight foi alterado',
      lead: 'A partir de agora, a entrada na sua conta é feita com {{email}}.',
      body: 'Se foi você, não precisa fazer nada. O link abaixo funciona uma única vez, por 7 dias: ele traz de volta este endereço e a senha que ele tinha e encerra a sessão em todos os navegadores. Se o seu código de recuperação foi substituído desde então, só o anterior volta a valer.',
      button: 'Trazer este endereço de volta',
      after: 'Se não foi você, use o link agora e depois escolha uma nova senha.',
    },
    reset: {
      subject: 'Redefina sua senha do Porchlight',
      lead: 'Alguém pediu para redefinir a senha da sua conta.',
      body: 'Se foi você, escolha agora uma nova senha. O link funciona uma única vez, por uma hora. A sessão será encerrada em todos os navegadores.',
      button: 'Escolher uma nova senha',
      after: 'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
    },
    'reset-empty': {
      subject: 'Redefina sua senha do Porchlight',
      lead: 'Alguém pediu para redefinir a senha deste endereço.',
      body: 'Este endereço nunca foi confirmado, por isso ninguém sabe quem criou a conta que o usa. Se você escolher uma senha agora, começará com uma conta nova e vazia, e não será mais possível entrar na antiga. O link funciona uma única vez, por uma hora.',
      button: 'Escolher uma senha',
      after: 'Se não foi você, ignore este e-mail: nada muda.',
    },
    'reset-young': {
      subject: 'Redefina sua senha do Porchlight',
      lead: 'Alguém pediu para redefinir a senha deste endereço.',
      body: 'A conta com este endereço tinha outro até menos de sete dias atrás, e esse outro ainda pode recuperá-la. Até lá, ninguém pode assumi-la por e-mail: se você escolher uma senha agora, começará com uma conta nova e vazia. O link funciona uma única vez, por uma hora.',
      button: 'Escolher uma senha',
      after: 'Se não foi você, ignore este e-mail: nada muda.',
    },
    'reset-sso': {
      subject: 'Como você entra no Porchlight',
      lead: 'Alguém pediu para redefinir a senha da sua conta.',
      body: 'Sua conta não tem senha: você entra com {{provider}}.',
      button: 'Entrar',
      after: 'Se não foi você, ignore este e-mail: nada mudou.',
    },
    'password-changed': {
      subject: 'Sua senha do Porchlight foi alterada',
      lead: 'A senha da sua conta foi alterada.',
      body: 'Se foi você, não precisa fazer nada. A sessão foi encerrada nos outros navegadores.',
      button: 'Redefinir minha senha',
      after: 'Se não foi você, redefina a senha agora. A sessão de quem a alterou será encerrada.',
    },
    'new-sign-in': {
      subject: 'Nova entrada no Porchlight',
      lead: 'Alguém entrou na sua conta com um navegador que ainda não conhecemos.',
      body: 'Se foi você, não precisa fazer nada.',
      button: 'Ver onde minha conta está aberta',
      after: 'Se não foi você, encerre essa sessão por lá e altere sua senha.',
    },
    'deletion-requested': {
      subject: 'Sua conta do Porchlight será excluída',
      lead: 'Alguém que estava na sua conta pediu para excluí-la.',
      body: '30 dias após o pedido, tudo o que há nela será excluído para sempre. Até lá, você pode cancelar o pedido.',
      button: 'Manter minha conta',
      after: 'Se não foi você, entre na conta, cancele o pedido e altere sua senha.',
    },
    'deletion-cancelled': {
      subject: 'Sua conta do Porchlight foi mantida',
      lead: 'O pedido para excluir sua conta foi cancelado.',
      body: 'Nada foi excluído, nem será.',
      button: 'Abrir minha conta',
      after: 'Se não foi você, altere sua senha.',
    },
  },
};
