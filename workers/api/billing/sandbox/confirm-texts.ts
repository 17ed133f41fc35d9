import type { Language } from '#app/domain/language';

type ConfirmText = { title: string; lead: string; approve: string; refuse: string; gone: string };

/** The texts of the sandbox’s page for 3-D Secure, where a bank’s own page would be. */
export const CONFIRM_TEXTS: Record<Language, ConfirmText> = {
  en: {
    title: 'Confirm your payment',
    lead: 'This is the test bank of the demonstration. No money is moved.',
    approve: 'Confirm payment',
    refuse: 'Refuse payment',
    gone: 'This payment doesn’t need to be confirmed anymore.',
  },
  de: {
    title: 'Zahlung bestätigen',
    lead: 'Dies ist die Testbank der Demo. Es fließt kein Geld.',
    approve: 'Zahlung bestätigen',
    refuse: 'Zahlung ablehnen',
    gone: 'Diese Zahlung muss nicht mehr bestätigt werden.',
  },
  es: {
    title: 'Confirma tu pago',
    lead: 'Este es el banco de prueba de la demostración. No se mueve dinero.',
    approve: 'Confirmar el pago',
    refuse: 'Rechazar el pago',
    gone: 'Ya no hace falta confirmar este pago.',
  },
  fr: {
    title: 'Confirmez votre paiement',
    lead: 'Voici la banque de test de la démonstration. Aucun argent n’est transféré.',
    approve: 'Confirmer le paiement',
    refuse: 'Refuser le paiement',
    gone: 'Ce paiement n’a plus besoin d’être confirmé.',
  },
  nl: {
    title: 'Bevestig je betaling',
    lead: 'Dit is de testbank van de demo. Er wordt geen geld overgemaakt.',
    approve: 'Betaling bevestigen',
    refuse: 'Betaling weigeren',
    gone: 'Deze betaling hoeft niet meer te worden bevestigd.',
  },
  'pt-br': {
    title: 'Confirme seu pagamento',
    lead: 'Este é o banco de teste da demonstração. Nenhum dinheiro é movimentado.',
    approve: 'Confirmar pagamento',
    refuse: 'Recusar pagamento',
    gone: 'Este pagamento não precisa mais ser confirmado.',
  },
  'zh-cn': {
    title: '确认付款',
    lead: '这是演示用的测试银行，不会产生真实扣款。',
    approve: '确认付款',
    refuse: '拒绝付款',
    gone: '此付款已无需确认。',
  },
  'zh-tw': {
    title: '確認付款',
    lead: '這是示範用的測試銀行，不會產生真實扣款。',
    approve: '確認付款',
    refuse: '拒絕付款',
    gone: '此付款已無須確認。',
  },
};
