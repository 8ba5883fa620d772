export const madeTheApiKeyUntil = '{officer} made the API key “{name}”. Until {expiresAt} it may {mayDo}.'
