import * as strings from './strings.ts'
/** What a screen says wherever an SMS is written, on a server without a provider of SMS. */
export const messagesAreSaved = strings.noSmsProviderIsSet
