import type { LanguageMails } from '../mail-texts';

export const ZHTW: LanguageMails = {
  facts: { at: '時間', browser: '瀏覽器', place: '大致地點' },
  mails: {
    verify: {
      subject: '請確認您的 Porchlight 電子郵件地址',
      lead: '歡迎使用 Porchlight。',
      body: '請確認這個電子郵件地址是您的。連結在 24 小時內有效。',
      button: '確認我的地址',
      after: '如果您沒有建立帳號，請忽略這封郵件，我們不會再寄其他郵件。',
    },
    'verify-new-email': {
      subject: '請確認您的 Porchlight 新電子郵件地址',
      lead: '從現在起，您將以 {{email}} 登入 Porchlight。',
      body: '請確認這個電子郵件地址是您的。連結在 24 小時內有效。',
      button: '確認我的地址',
      after: '如果您沒有使用 Porchlight，請忽略這封郵件：可能是有人打錯了自己的地址。',
    },
    'email-changed': {
      subject: '您的 Porchlight 電子郵件地址已變更',
      lead: '從現在起，將以 {{email}} 登入您的帳號。',
      body: '如果是您本人操作，則無須處理。下方連結在 7 天內有效，只能使用一次：它會還原這個地址及其原有密碼，並登出所有瀏覽器。如果之後更換過復原碼，則只有先前的復原碼會重新生效。',
      button: '還原這個地址',
      after: '如果不是您本人操作，請立即使用這個連結，然後設定新密碼。',
    },
    reset: {
      subject: '重設您的 Porchlight 密碼',
      lead: '有人要求重設您帳號的密碼。',
      body: '如果是您本人操作，請立即設定新密碼。連結在一小時內有效，只能使用一次。所有瀏覽器都將登出。',
      button: '設定新密碼',
      after: '如果不是您本人操作，請忽略這封郵件：您的密碼不會改變。',
    },
    'reset-empty': {
      subject: '重設您的 Porchlight 密碼',
      lead: '有人要求重設這個地址的密碼。',
      body: '這個地址從未經過確認，因此無法得知使用它的帳號是誰建立的。如果您現在設定密碼，將從全新的空帳號開始，原帳號將無法再登入。連結在一小時內有效，只能使用一次。',
      button: '設定密碼',
      after: '如果不是您本人操作，請忽略這封郵件：不會有任何變更。',
    },
    'reset-young': {
      subject: '重設您的 Porchlight 密碼',
      lead: '有人要求重設這個地址的密碼。',
      body: '使用此地址的帳號在不到七天前還使用另一個地址，而那個地址仍可將其取回。在此之前，任何人都無法透過郵件接管它：如果您現在設定密碼，將從一個全新的空帳戶開始。連結僅可使用一次，有效期一小時。',
      button: '設定密碼',
      after: '如果不是您本人操作，請忽略這封郵件：不會有任何變更。',
    },
    'reset-sso': {
      subject: '如何登入 Porchlight',
      lead: '有人要求重設您帳號的密碼。',
      body: '您的帳號沒有密碼：您透過 {{provider}} 登入。',
      button: '登入',
      after: '如果不是您本人操作，請忽略這封郵件：沒有任何變更。',
    },
    'password-changed': {
      subject: '您的 Porchlight 密碼已變更',
      lead: '您帳號的密碼已變更。',
      body: '如果是您本人操作，則無須處理。其他瀏覽器已登出。',
      button: '重設我的密碼',
      after: '如果不是您本人操作，請立即重設密碼。變更密碼的人將被登出。',
    },
    'new-sign-in': {
      subject: 'Porchlight 有新的登入',
      lead: '有人使用我們還不認識的瀏覽器登入了您的帳號。',
      body: '如果是您本人操作，則無須處理。',
      button: '查看我在哪裡登入',
      after: '如果不是您本人操作，請在那裡結束該工作階段並變更密碼。',
    },
    'deletion-requested': {
      subject: '您的 Porchlight 帳號將被刪除',
      lead: '有人在登入狀態下要求刪除您的帳號。',
      body: '提出要求 30 天後，帳號中的所有內容將永久刪除。在此之前，您可以撤回要求。',
      button: '保留我的帳號',
      after: '如果不是您本人操作，請登入、撤回要求並變更密碼。',
    },
    'deletion-cancelled': {
      subject: '您的 Porchlight 帳號已保留',
      lead: '刪除帳號的要求已撤回。',
      body: '沒有刪除任何內容，今後也不會刪除。',
      button: '開啟我的帳號',
      after: '如果不是您本人操作，請變更密碼。',
    },
  },
};
