// Endpoints of access tokens, with which programs play in a person's name.
import { getJson, postJson, remove } from "../../wire/http";
import type { NewToken, TokenList, TokenSummary } from "../../wire/messages";

export const fetchTokens = async (): Promise<readonly TokenSummary[]> =>
	(await getJson<TokenList>("/api/tokens")).tokens;
export const makeToken = (name: string): Promise<NewToken> => postJson("/api/tokens", { name });
export const revokeToken = (id: string): Promise<unknown> => remove(`/api/tokens/${id}`);
