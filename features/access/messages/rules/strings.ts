export const termii = 'Termii'
export const africasTalking = "Africa's Talking"
export const whatsapp = 'WhatsApp'
export const mailServer = 'mail server'
export const fileOnTheServer = 'file on the server'
