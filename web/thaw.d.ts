/** Thaw: the 3D models of orphaned games, in JavaScript. */

export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;
/** {name: bytes}, [[name, bytes]] or [{name, bytes}]; the first is the model. Names may have folders. */
export type Files = Record<string, Bytes> | Map<string, Bytes> | Array<[string, Bytes] | { name: string; bytes: Bytes }>;
export type Source = string | URL | Bytes | WebAssembly.Module | Response | Promise<Response>;

export type ErrorCode =
  | 'truncated' | 'bad_magic' | 'bad_version' | 'bad_value' | 'bad_index' | 'unsupported' | 'over_budget' | 'too_deep'
  | 'unrepresentable' | 'not_recognised' | 'missing_part' | 'out_of_memory' | 'cancelled' | 'io' | 'internal'
  | 'bad_argument';

export class ThawError extends Error {
  readonly code: ErrorCode;
  /** Which file of the model, where in it, and which field, as far as they are known. */
  readonly file: string | null;
  readonly path: string | null;
  readonly offset: number | null;
}

export interface Want { role: string; names: string[]; mentions: string; required: boolean }
type Answer = Bytes | { name: string; bytes: Bytes };
/** Finds a file that a model asks for; nothing if there is none. */
export type Lookup = (want: Want) => Answer | Answer[] | null | undefined | Promise<Answer | Answer[] | null | undefined>;

export interface Limits {
  input_bytes?: number; memory_per_byte?: number; memory_floor?: number; work_per_byte?: number; work_floor?: number;
  image_pixels?: number; issues?: number;
}
export interface OpenOptions {
  format?: string;
  /** Of files that hold several: the one of this name. */
  model?: string;
  /** Roles of files by name, where the bytes do not say. */
  roles?: Record<string, string>;
  limits?: Limits;
}

export interface Issue {
  code: string; severity: 'info' | 'warning' | 'error'; part: string; path?: string; offset?: number; expected?: string;
  found?: string; message: string; text: string;
}
export interface Clip { name: string; frames: number; fps: number; seconds: number; loop: boolean; says?: string }
export interface Info {
  file: string; format: string; variant: string; bytes: number;
  totals: { meshes: number; vertices: number; triangles: number; bones: number; morphs: number; frames: number };
  animations: Clip[];
  materials: { name: string; flags: string; texture: string; triangles: number }[];
  companions: { role: string; name: string; found: boolean }[];
  height_metres?: number; remarks: string[]; native: Record<string, unknown>; issues: Issue[];
}
export interface ModelFile { role: string; name: string; bytes: Uint8Array }

/** Options of formats, in the words of the command line: {rig: 'exact', lod: 1}. */
export type FormatOptions = Record<string, string | number | boolean>;
export interface ConvertOptions {
  options?: FormatOptions;
  normals?: 'base' | 'morph' | 'none';
  lit?: boolean; compact?: boolean; meshopt?: boolean;
  /** The model's own files inside the glTF, for the way back. Default: true. */
  source?: boolean;
  variant?: string; name?: string; fit?: boolean;
}
export interface Converted {
  files: (ModelFile & { companion: boolean; kept: boolean })[];
  changeSummary: string; unchanged: boolean; issues: Issue[];
}
export interface RenderOptions {
  size?: number | string; width?: number; height?: number; view?: string; style?: 'clean' | 'game';
  clip?: string | number; time?: number; animate?: string; turntable?: boolean; filmstrip?: number; background?: string;
  show?: string; skin?: string | number; samples?: 1 | 4 | 16; filter?: 'auto' | 'nearest' | 'bilinear';
  frameAll?: boolean; options?: FormatOptions; type?: 'png' | 'rgba' | 'gif' | 'apng';
}
export interface Rendered {
  name: string; bytes: Uint8Array; width: number; height: number; frames: number; seconds: number; issues: Issue[];
}

export interface Field {
  part: string; path: string; offset: number; size: number; type: string; purpose: string; count: number; value?: unknown;
  meaning?: string; [more: string]: unknown;
}
export interface FieldPage { part: string; bytes: number; packed: boolean; fields: Field[]; more: boolean }
export interface Diff { equal: boolean; changes: Record<string, unknown>[]; dropped: number }
export interface Element { kind: string; mesh?: number; index: number; words?: string; [more: string]: unknown }
export interface BitRange { part: string; path: string; offset: number; first_bit: number; bits: number; packed?: boolean }

export class Thaw {
  /** From a URL, bytes, a compiled module, or (with nothing) thaw.wasm next to this file. */
  static load(from?: Source): Promise<Thaw>;
  readonly version: string;
  readonly formats: Record<string, any>[];
  options(format: string): Record<string, any>[];
  open(files: Files, options?: OpenOptions & { lookup?: Lookup }): Promise<Model>;
  openSync(files: Files, options?: OpenOptions): Model;
  models(files: Files, options?: OpenOptions): { name: string; index: number; opened: boolean; error?: unknown }[];
  openArchive(bytes: Bytes, name?: string): Archive;
}

declare class Held {
  /** Gives the memory back at once; otherwise when nobody has the object any more. */
  free(): void;
  [Symbol.dispose](): void;
}

export class Model extends Held {
  private constructor();
  readonly info: Info;
  readonly format: string;
  readonly variant: string;
  readonly clips: Clip[];
  readonly issues: Issue[];
  readonly wants: Want[];
  readonly files: ModelFile[];
  check(profile?: 'spec' | 'game'): Issue[];
  write(): ModelFile[];
  convert(target: string, options?: ConvertOptions): Converted;
  convertOver(base: Model | null, target: string, options?: ConvertOptions): Converted;
  toGlb(options?: ConvertOptions): Uint8Array;
  render(options?: RenderOptions): Rendered;
  fields(query?: { part?: string; below?: string; first?: number; most?: number; depth?: number }): FieldPage;
  fieldAt(offset: number, part?: string | null): Field[];
  field(path: string, part?: string | null): Field;
  setField(path: string, value: unknown, part?: string | null): void;
  setFields(values: { path: string; value: unknown; part?: string }[]): void;
  diff(other: Model): Diff;
  elementsAt(offset: number, part?: string | null, options?: FormatOptions): Element[];
  bytesOf(element: Element, options?: FormatOptions): BitRange[];
  scene(options?: { options?: FormatOptions; normals?: 'base' | 'morph' | 'none' }): Scene;
}

export type ArrayName =
  | 'points' | 'normals' | 'tangents' | 'joints' | 'weights' | 'corners' | 'uvs' | 'colors' | 'indices' | 'shape'
  | 'skinJoints' | 'inverseBinds' | 'imagePixels' | 'keyTimes' | 'keyValues' | 'keyFrames'
  | 'posedMatrix' | 'posedPoints' | 'posedNormals' | 'posedWeights' | 'imageSize';
export type Numbers = (Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array) & { components: number };

export interface PosedNode {
  name: string; matrix: Numbers; points?: Numbers; normals?: Numbers; weights: Numbers;
}

export class Scene extends Held {
  private constructor();
  readonly name: string;
  readonly nodes: { name: string; parent: number | null; mesh: number | null; skin: number | null; [more: string]: any }[];
  readonly meshes: { name: string; points: number; shapes: number; primitives: any[]; [more: string]: any }[];
  readonly skins: { name: string; joints: number }[];
  readonly materials: Record<string, any>[];
  readonly variants: string[];
  readonly images: { name: string }[];
  readonly clips: { name: string; seconds: number; loop: boolean; channels: any[]; [more: string]: any }[];
  readonly issues: Issue[];
  /** A view of the module's memory, which the next call may move: use it at once. `part`: primitive, shape or channel. */
  array(what: ArrayName, index?: number, part?: number): Numbers;
  /** One that stays. */
  copy(what: ArrayName, index?: number, part?: number): Numbers;
  /** Where everything is at a moment of a clip: an object a node. */
  pose(clip?: string | number | null, seconds?: number): PosedNode[];
}

export class Archive extends Held {
  private constructor();
  readonly kind: string;
  readonly entries: { name: string; bytes: number; stored_bytes: number; kind?: string }[];
  read(entry: string | number): Uint8Array;
}
