import type { operations as Operations, SottoClient } from "../../../openapi/src/client";
import { operations } from "./check";

type Id = keyof Operations;
type Answers<I extends Id> = Operations[I]["responses"];
type Json<Answer> = Answer extends { content: { "application/json": infer Data } } ? Data : undefined;
type Data<I extends Id> = Json<Answers<I>[keyof Answers<I> & (200 | 201)]>;
type Body<I extends Id> = Operations[I] extends { requestBody?: { content: { "application/json": infer B } } }
  ? B
  : undefined;
/** Steps of the path and members of the query. */
export type Params = Readonly<Record<string, string>>;

type Answer<I extends Id> = {
  data: Data<I> | undefined;
  error: { code: string; errors: { pointer: string }[] } | undefined;
  response: Response;
};

/** The operations of the contract by their ids, called through the generated client. */
export type Calls = {
  answer<I extends Id>(id: I, params?: Params, body?: Body<I>): Promise<Answer<I>>;
  /** What a successful answer carries; throws with the code of a refused one. */
  ok<I extends Id>(id: I, params?: Params, body?: Body<I>): Promise<Data<I>>;
  /** The code of a refusal; undefined when the call succeeded. */
  code<I extends Id>(id: I, params?: Params, body?: Body<I>): Promise<string | undefined>;
};

export function callsOf(client: SottoClient): Calls {
  const request = client.request as unknown as (method: string, path: string, init: object) => Promise<never>;
  const answer: Calls["answer"] = (id, params = {}, body) => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`the contract has no ${id}`);
    const isQuery = ([name]: readonly [string, string]) => operation.queryNames.includes(name);
    const query = Object.fromEntries(Object.entries(params).filter(isQuery));
    const init = { params: { path: params, query }, ...(body === undefined ? {} : { body }) };
    return request(operation.method.toLowerCase(), operation.path, init);
  };
  return {
    answer,
    ok: async (id, params, body) => given(await answer(id, params, body)),
    code: async (id, params, body) => codeOf((await answer(id, params, body)).error),
  };
}

const codeOf = (error: unknown): string | undefined => {
  const { code, error: inner } = (error ?? {}) as { code?: string; error?: { code: string } };
  return code ?? inner?.code;
};

function given<I extends Id>({ data, error }: Answer<I>): Data<I> {
  if (data === undefined) throw new Error(`refused: ${codeOf(error)}`);
  return data;
}
