// Names in texts, as the language server finds them.
import type { TextDocumentPositionParams } from "vscode-languageserver-protocol";

export interface NamedPlace { doc: string; from: number; to: number; line: number; text: string }
export interface Named { at: TextDocumentPositionParams; name: string }
