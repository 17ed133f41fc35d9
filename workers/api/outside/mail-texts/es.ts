import type { LanguageMails } from '../mail-texts';

export const ES: LanguageMails = {
  facts: { at: 'Cuándo', browser: 'Navegador', place: 'Lugar aproximado' },
  mails: {
    verify: {
      subject: 'Confirma tu correo electrónico para Porchlight',
      lead: 'Te damos la bienvenida a Porchlight.',
      body: 'Confirma que esta dirección es tuya. El enlace funciona durante 24 horas.',
      button: 'Confirmar mi dirección',
      after: 'Si no has creado una cuenta, ignora este mensaje: no recibirás ningún otro.',
    },
    'verify-new-email': {
      subject: 'Confirma tu nuevo correo electrónico para Porchlight',
      lead: 'A partir de ahora inicias sesión en Porchlight con {{email}}.',
      body: 'Confirma que esta dirección es tuya. El enlace funciona durante 24 horas.',
      button: 'Confirmar mi dirección',
      after: 'Si no usas Porchlight, ignora este mensaje: alguien escribió mal su dirección.',
    },
    'email-changed': {
      subject: 'Ha cambiado tu correo electrónico de Porchlight',
      lead: 'A partir de ahora se inicia sesión en tu cuenta con {{email}}.',
      body: 'Si has sido tú, no tienes que hacer nada. El enlace de abajo funciona una sola vez, durante 7 días: recupera esta dirección y la contraseña que tenía, y cierra la sesión en todos los navegadores. Si desde entonces se sustituyó tu código de recuperación, solo vuelve a valer el anterior.',
      button: 'Recuperar esta dirección',
      after: 'Si no has sido tú, usa el enlace ahora y después elige una contraseña nueva.',
    },
    reset: {
      subject: 'Restablece tu contraseña de Porchlight',
      lead: 'Alguien ha pedido restablecer la contraseña de tu cuenta.',
      body: 'Si has sido tú, elige ahora una contraseña nueva. El enlace funciona una sola vez, durante una hora. Se cerrará la sesión en todos los navegadores.',
      button: 'Elegir una contraseña nueva',
      after: 'Si no has sido tú, ignora este mensaje: tu contraseña sigue siendo la misma.',
    },
    'reset-empty': {
      subject: 'Restablece tu contraseña de Porchlight',
      lead: 'Alguien ha pedido restablecer la contraseña de esta dirección.',
      body: 'Esta dirección nunca se confirmó, así que nadie sabe quién creó la cuenta que la usa. Si eliges ahora una contraseña, empiezas con una cuenta nueva y vacía, y ya no se podrá iniciar sesión en la anterior. El enlace funciona una sola vez, durante una hora.',
      button: 'Elegir una contraseña',
      after: 'Si no has sido tú, ignora este mensaje: no cambia nada.',
    },
    'reset-young': {
      subject: 'Restablece tu contraseña de Porchlight',
      lead: 'Alguien ha pedido restablecer la contraseña de esta dirección.',
      body: 'La cuenta con esta dirección tenía otra hasta hace menos de siete días, y esa otra todavía puede recuperarla. Hasta entonces nadie puede quedarse con ella por correo: si eliges ahora una contraseña, empiezas con una cuenta nueva y vacía. El enlace funciona una sola vez, durante una hora.',
      button: 'Elegir una contraseña',
      after: 'Si no has sido tú, ignora este mensaje: no cambia nada.',
    },
    'reset-sso': {
      subject: 'Cómo inicias sesión en Porchlight',
      lead: 'Alguien ha pedido restablecer la contraseña de tu cuenta.',
      body: 'Tu cuenta no tiene contraseña: inicias sesión con {{provider}}.',
      button: 'Iniciar sesión',
      after: 'Si no has sido tú, ignora este mensaje: no ha cambiado nada.',
    },
    'password-changed': {
      subject: 'Ha cambiado tu contraseña de Porchlight',
      lead: 'Se ha cambiado la contraseña de tu cuenta.',
      body: 'Si has sido tú, no tienes que hacer nada. Se ha cerrado la sesión en los demás navegadores.',
      button: 'Restablecer mi contraseña',
      after: 'Si no has sido tú, restablece la contraseña ahora. Se cerrará la sesión de quien la cambió.',
    },
    'new-sign-in': {
      subject: 'Nuevo inicio de sesión en Porchlight',
      lead: 'Alguien ha iniciado sesión en tu cuenta desde un navegador que aún no conocemos.',
      body: 'Si has sido tú, no tienes que hacer nada.',
      button: 'Ver dónde tengo la sesión iniciada',
      after: 'Si no has sido tú, cierra allí esa sesión y cambia tu contraseña.',
    },
    'deletion-requested': {
      subject: 'Se va a eliminar tu cuenta de Porchlight',
      lead: 'Alguien con la sesión iniciada ha pedido eliminar tu cuenta.',
      body: '30 días después de la solicitud se elimina todo su contenido para siempre. Hasta entonces puedes cancelarla.',
      button: 'Conservar mi cuenta',
      after: 'Si no has sido tú, inicia sesión, cancela la solicitud y cambia tu contraseña.',
    },
    'deletion-cancelled': {
      subject: 'Tu cuenta de Porchlight se conserva',
      lead: 'Se ha cancelado la solicitud de eliminar tu cuenta.',
      body: 'No se ha eliminado nada, ni se eliminará.',
      button: 'Abrir mi cuenta',
      after: 'Si no has sido tú, cambia tu contraseña.',
    },
  },
};
