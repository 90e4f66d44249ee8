import { passkeys } from "./net/friends.ts";
import type { PasskeyAnswer, PasskeyPurpose } from "./wire.ts";

/** Why passkeys cannot be used here, or null if they can. */
export function whyNot(allowed: boolean): "passkey.not-here" | "passkey.not-browser" | null {
  if (!allowed || !isSecureContext) return "passkey.not-here";
  return typeof PublicKeyCredential === "undefined" ? "passkey.not-browser" : null;
}

/** What a passkey is called that its owner gives no name. */
export function browserName(): string {
  const names: [RegExp, string][] = [[/Edg/, "Edge"], [/OPR/, "Opera"], [/Firefox/, "Firefox"], [/Chrome/, "Chrome"], [/Safari/, "Safari"]];
  return names.find(([mark]) => mark.test(navigator.userAgent))?.[1] ?? "Passkey";
}

/** Somebody closed the browser's dialogue, or it had no passkey to offer. */
export class NotUsed extends Error {}

type Encoded = { challenge: string; user?: { id: string }; excludeCredentials?: { id: string }[] };

/** Asks the browser for a passkey, new or known, and returns what the server wants to see of it. */
export async function passkeyAnswer(purpose: PasskeyPurpose, name = ""): Promise<PasskeyAnswer> {
  const { challenge, options } = await passkeys.challenge({ purpose, name });
  const isNew = purpose === "open" || purpose === "add";
  const publicKey = decoded(options as Encoded);
  let found: Credential | null;
  try {
    found = isNew
      ? await navigator.credentials.create({ publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions })
      : await navigator.credentials.get({ publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions });
  } catch {
    throw new NotUsed();
  }
  if (!(found instanceof PublicKeyCredential)) throw new NotUsed();
  return { challenge, response: responseOf(found) };
}

function responseOf({ id, response }: PublicKeyCredential): object {
  const clientDataJSON = text(response.clientDataJSON);
  if (response instanceof AuthenticatorAttestationResponse) {
    return { id, clientDataJSON, attestationObject: text(response.attestationObject), transports: response.getTransports?.() ?? [] };
  }
  const { authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return { id, clientDataJSON, authenticatorData: text(authenticatorData), signature: text(signature), userHandle: userHandle && text(userHandle) };
}

/** Browsers want bytes where the server writes base64url. */
function decoded(options: Encoded): object {
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.excludeCredentials && { excludeCredentials: options.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })) }),
  };
}

function bytes(base64url: string): Uint8Array {
  return Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
