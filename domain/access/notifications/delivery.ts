/** What a screen says wherever an SMS is written, on a server without a provider of SMS. */
export const messagesAreSaved = 'No SMS provider is set up on this server: messages are saved there and reach no phone.'
