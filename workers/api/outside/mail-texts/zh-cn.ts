import type { LanguageMails } from '../mail-texts';

export const ZHCN: LanguageMails = {
  facts: { at: '时间', browser: '浏览器', place: '大致地点' },
  mails: {
    verify: {
      subject: '请确认您的 Porchlight 邮箱地址',
      lead: '欢迎使用 Porchlight。',
      body: '请确认此邮箱地址属于您。链接在 24 小时内有效。',
      button: '确认我的邮箱',
      after: '如果您没有创建账号，请忽略此邮件，我们不会再发送其他邮件。',
    },
    'verify-new-email': {
      subject: '请确认您的 Porchlight 新邮箱地址',
      lead: '今后您将使用 {{email}} 登录 Porchlight。',
      body: '请确认此邮箱地址属于您。链接在 24 小时内有效。',
      button: '确认我的邮箱',
      after: '如果您没有使用 Porchlight，请忽略此邮件：可能是有人输错了邮箱地址。',
    },
    'email-changed': {
      subject: '您的 Porchlight 邮箱地址已更改',
      lead: '今后将使用 {{email}} 登录您的账号。',
      body: '如果是您本人操作，则无需处理。下方链接在 7 天内有效，仅可使用一次：它会恢复此邮箱地址及其原有密码，并退出所有浏览器上的登录。如果此后更换过恢复码，则只有之前的恢复码重新生效。',
      button: '恢复此邮箱地址',
      after: '如果不是您本人操作，请立即使用该链接，然后设置新密码。',
    },
    reset: {
      subject: '重置您的 Porchlight 密码',
      lead: '有人请求重置您账号的密码。',
      body: '如果是您本人操作，请立即设置新密码。链接在一小时内有效，仅可使用一次。所有浏览器都将退出登录。',
      button: '设置新密码',
      after: '如果不是您本人操作，请忽略此邮件：您的密码不会改变。',
    },
    'reset-empty': {
      subject: '重置您的 Porchlight 密码',
      lead: '有人请求重置此邮箱地址的密码。',
      body: '此邮箱地址从未经过确认，因此无法得知使用它的账号由谁创建。如果您现在设置密码，将从一个全新的空账号开始，原账号将无法再登录。链接在一小时内有效，仅可使用一次。',
      button: '设置密码',
      after: '如果不是您本人操作，请忽略此邮件：不会有任何变化。',
    },
    'reset-young': {
      subject: '重置您的 Porchlight 密码',
      lead: '有人请求重置此邮箱地址的密码。',
      body: '使用此地址的账号在不到七天前还使用另一个地址，而那个地址仍可将其取回。在此之前，任何人都无法通过邮件接管它：如果您现在设置密码，将从一个全新的空账户开始。链接仅可使用一次，有效期一小时。',
      button: '设置密码',
      after: '如果不是您本人操作，请忽略此邮件：不会有任何变化。',
    },
    'reset-sso': {
      subject: '如何登录 Porchlight',
      lead: '有人请求重置您账号的密码。',
      body: '您的账号没有密码：您通过 {{provider}} 登录。',
      button: '登录',
      after: '如果不是您本人操作，请忽略此邮件：没有任何变化。',
    },
    'password-changed': {
      subject: '您的 Porchlight 密码已更改',
      lead: '您账号的密码已更改。',
      body: '如果是您本人操作，则无需处理。其他浏览器已退出登录。',
      button: '重置我的密码',
      after: '如果不是您本人操作，请立即重置密码。更改密码的人将被退出登录。',
    },
    'new-sign-in': {
      subject: 'Porchlight 有新的登录',
      lead: '有人使用我们尚不认识的浏览器登录了您的账号。',
      body: '如果是您本人操作，则无需处理。',
      button: '查看我在哪里登录',
      after: '如果不是您本人操作，请在那里结束该会话并更改密码。',
    },
    'deletion-requested': {
      subject: '您的 Porchlight 账号将被删除',
      lead: '有人在登录状态下请求删除您的账号。',
      body: '请求提出 30 天后，账号中的所有内容将被永久删除。在此之前，您可以撤回请求。',
      button: '保留我的账号',
      after: '如果不是您本人操作，请登录、撤回请求并更改密码。',
    },
    'deletion-cancelled': {
      subject: '您的 Porchlight 账号已保留',
      lead: '删除账号的请求已撤回。',
      body: '没有删除任何内容，今后也不会删除。',
      button: '打开我的账号',
      after: '如果不是您本人操作，请更改密码。',
    },
  },
};
