// Thaw in JavaScript: the WebAssembly module behind objects. Runs in browsers, in workers and in Node 18 and newer.
// thaw.d.ts says what everything takes and gives.

const abi = 2;

const codes = [
  'ok', 'truncated', 'bad_magic', 'bad_version', 'bad_value', 'bad_index', 'unsupported', 'over_budget', 'too_deep',
  'unrepresentable', 'not_recognised', 'missing_part', 'out_of_memory', 'cancelled', 'io', 'internal', 'bad_argument',
];

// Arrays of a scene, as thaw_scene_array() numbers them.
const arrays = {
  points: 1, normals: 2, tangents: 3, joints: 4, weights: 5, corners: 6, uvs: 7, colors: 8, indices: 9, shape: 10,
  skinJoints: 11, inverseBinds: 12, imagePixels: 13, keyTimes: 14, keyValues: 15, keyFrames: 16,
  posedMatrix: 17, posedPoints: 18, posedNormals: 19, posedWeights: 20, imageSize: 21,
};
const typedArrays = [null, Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array];

export class ThawError extends Error {
  constructor(code, message, { file = null, path = null, offset = null } = {}) {
    super(message);
    this.name = 'ThawError';
    this.code = code;
    this.file = file;
    this.path = path;
    this.offset = offset;
  }
}

const misuse = (why) => new ThawError('bad_argument', why);

function asBytes(data, what = 'bytes') {
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw misuse(`${what}: not an ArrayBuffer or a view of one`);
}

// {name: bytes}, [[name, bytes]] or [{name, bytes}], in that order.
function asFiles(files) {
  if (files === undefined || files === null) return [];
  const list = Array.isArray(files) ? files : files instanceof Map ? [...files] : Object.entries(files);
  return list.map((one) => {
    const [name, bytes] = Array.isArray(one) ? one : [one.name, one.bytes];
    return { name: String(name), bytes: asBytes(bytes, String(name)) };
  });
}

// Options are JSON in the words of the command line; what is undefined was not given.
const asJson = (options) => JSON.stringify(options ?? {});

// What a folder, URL or file gives: the module's bytes, ready to be compiled.
async function moduleBytes(from) {
  if (from instanceof WebAssembly.Module) return from;
  if (from instanceof ArrayBuffer || ArrayBuffer.isView(from)) return asBytes(from);
  if (from instanceof Promise) return moduleBytes(await from);
  if (typeof Response !== 'undefined' && from instanceof Response) return new Uint8Array(await from.arrayBuffer());
  const url = from === undefined ? new URL('./thaw.wasm', import.meta.url) : new URL(String(from), import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new ThawError('io', `${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

// The core calls nothing of the system. What its C library could still call is refused.
function importsOf(compiled) {
  const imports = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    (imports[module] ??= {})[name] = () => { throw new ThawError('internal', `the module called ${module}.${name}`); };
  }
  return imports;
}

// Calls of the C functions: texts and bytes go into the module's memory and are taken out again.
class Module {
  constructor(exports) {
    this.c = exports;
    this.encoder = new TextEncoder();
    this.decoder = new TextDecoder();
  }

  get memory() { return new Uint8Array(this.c.memory.buffer); } // made anew: the memory may have grown

  text(at) {
    if (at === 0) return null;
    const memory = this.memory;
    return this.decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  }

  bytes(at, size) { return this.memory.slice(at, at + size); }

  // call(...places), with copies of these; null is 0.
  with(things, call) {
    const places = [];
    try {
      for (const thing of things) {
        const bytes = thing === null || thing === undefined ? null
          : typeof thing === 'string' ? this.encoder.encode(`${thing}\0`) : thing;
        if (bytes === null || bytes.length === 0) {
          places.push(0);
          continue;
        }
        const at = this.c.malloc(bytes.length);
        if (at === 0) throw new ThawError('out_of_memory', 'the module has no memory left');
        places.push(at);
        this.memory.set(bytes, at);
      }
      return call(...places);
    } finally {
      for (const at of places) if (at !== 0) this.c.free(at);
    }
  }

  error(handle) {
    const status = this.c.thaw_error_status(handle);
    const message = this.text(this.c.thaw_error_message(handle));
    const json = this.text(this.c.thaw_error_json(handle));
    return new ThawError(codes[status] ?? 'internal', message, json ? JSON.parse(json) : {});
  }

  check(handle, status) { if (status !== 0) throw this.error(handle); }

  json(handle, at) {
    if (at === 0) throw this.error(handle);
    return JSON.parse(this.text(at));
  }
}

const registry = typeof FinalizationRegistry === 'undefined' ? null : new FinalizationRegistry((free) => free());

// Something with a handle, which is freed by free(), by `using`, or when nobody has it any more.
class Held {
  #free;
  constructor(module, handle, free) {
    if (handle === 0) throw new ThawError('out_of_memory', 'the module has no memory left');
    this.module = module;
    this.handle = handle;
    this.#free = () => free(handle);
    registry?.register(this, this.#free, this);
  }

  free() {
    if (this.handle === 0) return;
    registry?.unregister(this);
    this.#free();
    this.handle = 0;
  }
}
if (Symbol.dispose) Held.prototype[Symbol.dispose] = Held.prototype.free;

/** The library. */
export class Thaw {
  #module;

  constructor(exports) { this.#module = new Module(exports); }

  static async load(from) {
    const bytes = await moduleBytes(from);
    const compiled = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const { exports } = await WebAssembly.instantiate(compiled, importsOf(compiled));
    exports._initialize?.();
    if (exports.thaw_abi() !== abi) throw new ThawError('internal', `the module has ABI ${exports.thaw_abi()}, not ${abi}`);
    return new Thaw(exports);
  }

  get version() { return this.#module.text(this.#module.c.thaw_version()); }

  get formats() { return JSON.parse(this.#module.text(this.#module.c.thaw_formats_json())).formats; }

  options(format) {
    const m = this.#module;
    const found = m.with([format], (id) => m.text(m.c.thaw_options_json(id)));
    if (found === null) throw misuse(`there is no format ${format}`);
    return JSON.parse(found).options;
  }

  // The first file is the model; the others are there if it asks for them. A lookup gives what they do not have.
  async open(files, { lookup, ...options } = {}) {
    const model = this.#given(files, options);
    try {
      for (;;) {
        model.reopen(options);
        if (!lookup || !(await model.askFor(lookup))) return model;
      }
    } catch (error) {
      model.free();
      throw error;
    }
  }

  // The same at once, without a lookup.
  openSync(files, options = {}) {
    const model = this.#given(files, options);
    try {
      model.reopen(options);
      return model;
    } catch (error) {
      model.free();
      throw error;
    }
  }

  // What models the files hold.
  models(files, options = {}) {
    const model = this.#given(files, options);
    try {
      const m = this.#module;
      return m.with([options.format], (id) => m.json(model.handle, m.c.thaw_models_json(model.handle, id))).models;
    } finally {
      model.free();
    }
  }

  #given(files, { roles = {}, limits } = {}) {
    const list = asFiles(files);
    if (list.length === 0) throw misuse('no file was given');
    const model = new Model(this.#module);
    try {
      if (limits) model.limit(limits);
      list.forEach(({ name, bytes }, i) => {
        if (i === 0 || roles[name]) model.addPart(name, bytes, roles[name]);
        else model.addFile(name, bytes);
      });
      return model;
    } catch (error) {
      model.free();
      throw error;
    }
  }

  openArchive(bytes, name = '') {
    const archive = new Archive(this.#module);
    try {
      archive.open(asBytes(bytes), name);
      return archive;
    } catch (error) {
      archive.free();
      throw error;
    }
  }
}

/** One model. */
export class Model extends Held {
  #info = null;

  constructor(module) { super(module, module.c.thaw_new(), module.c.thaw_free); }

  // {input_bytes, memory_per_byte, memory_floor, work_per_byte, work_floor, image_pixels, issues}
  limit(limits) {
    const m = this.module;
    m.with([asJson(limits)], (json) => m.check(this.handle, m.c.thaw_set_limits(this.handle, json)));
  }

  addPart(name, bytes, role = null) {
    const m = this.module;
    m.with([role, name, bytes], (r, n, b) =>
      m.check(this.handle, m.c.thaw_add_part(this.handle, r, n, b, bytes.length)));
  }

  addFile(name, bytes) {
    const m = this.module;
    m.with([name, bytes], (n, b) => m.check(this.handle, m.c.thaw_add_file(this.handle, n, b, bytes.length)));
  }

  reopen({ format = null, model = null } = {}) {
    const m = this.module;
    this.#info = null;
    m.with([format, model], (f, name) => m.check(this.handle,
      name === 0 ? m.c.thaw_open(this.handle, f) : m.c.thaw_open_named(this.handle, f, name)));
  }

  // True if something new was given: lookup(want) has bytes, {name, bytes}, a list of those, or nothing.
  async askFor(lookup) {
    this.asked ??= new Set();
    let given = false;
    for (const want of this.wants) {
      const key = JSON.stringify(want);
      if (this.asked.has(key)) continue;
      this.asked.add(key);
      const answer = await lookup(want);
      if (!answer) continue;
      const list = Array.isArray(answer) ? answer : [answer];
      for (const one of list) {
        const named = one.bytes === undefined ? { name: want.names[0], bytes: one } : one;
        this.addFile(named.name, asBytes(named.bytes, named.name));
        given = true;
      }
    }
    return given;
  }

  get wants() { return this.module.json(this.handle, this.module.c.thaw_wants_json(this.handle)); }
  get info() { return (this.#info ??= this.module.json(this.handle, this.module.c.thaw_info_json(this.handle))); }
  get format() { return this.info.format; }
  get variant() { return this.info.variant; }
  get clips() { return this.info.animations; }
  get issues() { return this.info.issues; }

  check(profile = 'spec') {
    if (profile !== 'spec' && profile !== 'game') throw misuse(`${profile} is neither spec nor game`);
    const m = this.module;
    return m.json(this.handle, m.c.thaw_issues_json(this.handle, profile === 'game' ? 1 : 0)).issues;
  }

  // The files that the model was read from, its own first.
  get files() {
    const { c } = this.module;
    return Array.from({ length: c.thaw_part_count(this.handle) }, (_, i) => ({
      role: this.module.text(c.thaw_part_role(this.handle, i)),
      name: this.module.text(c.thaw_part_name(this.handle, i)),
      bytes: this.module.bytes(c.thaw_part_bytes(this.handle, i), c.thaw_part_size(this.handle, i)),
    }));
  }

  #outputs() {
    const { c } = this.module;
    return Array.from({ length: c.thaw_output_count(this.handle) }, (_, i) => ({
      role: this.module.text(c.thaw_output_role(this.handle, i)),
      name: this.module.text(c.thaw_output_name(this.handle, i)),
      bytes: this.module.bytes(c.thaw_output_bytes(this.handle, i), c.thaw_output_size(this.handle, i)),
    }));
  }

  #report() { return this.module.json(this.handle, this.module.c.thaw_report_json(this.handle)); }

  // Its own files, byte for byte.
  write() {
    this.module.check(this.handle, this.module.c.thaw_write(this.handle));
    return this.#outputs();
  }

  // Options: {options, normals, lit, compact, meshopt, source, variant, name, fit}.
  convert(target, options = {}) { return this.convertOver(null, target, options); }

  convertOver(base, target, options = {}) {
    const m = this.module;
    const { name, normals, lit, compact, meshopt, source, variant, fit, options: own, ...unknown } = options;
    const json = asJson({ name, normals, lit, compact, meshopt, source, variant, fit, options: own, ...unknown });
    m.with([target, json], (t, o) => m.check(this.handle, base === null
      ? m.c.thaw_convert(this.handle, t, o) : m.c.thaw_convert_over(this.handle, base.handle, t, o)));
    const report = this.#report();
    const files = this.#outputs().map((file, i) =>
      ({ ...file, companion: report.outputs[i].companion, kept: report.outputs[i].kept }));
    return { files, changeSummary: report.change_summary, unchanged: report.unchanged, issues: report.issues };
  }

  toGlb(options = {}) { return this.convert('glb', options).files[0].bytes; }

  // Options: {size, view, style, clip, time, animate, turntable, filmstrip, background, show, skin, samples, filter,
  // frame_all, options, type: 'png' | 'rgba' | 'gif' | 'apng'}.
  render({ frameAll, width, height, ...options } = {}) {
    const m = this.module;
    if (frameAll !== undefined) options.frame_all = frameAll;
    if (width !== undefined) options.size = `${width}x${height ?? width}`;
    m.with([asJson(options)], (o) => m.check(this.handle, m.c.thaw_render(this.handle, o)));
    const [file] = this.#outputs();
    const { version, ...report } = this.#report();
    return { ...file, ...report };
  }

  // A page of fields: {part, bytes, packed, fields, more}.
  fields({ part = null, below = null, first = 0, most = 1000, depth = 1 } = {}) {
    const m = this.module;
    return m.with([part, below], (p, b) => m.json(this.handle,
      m.c.thaw_fields_json(this.handle, p, b, BigInt(first), BigInt(most), depth)));
  }

  // From the inside out.
  fieldAt(offset, part = null) {
    const m = this.module;
    return m.with([part], (p) => m.json(this.handle, m.c.thaw_field_at_json(this.handle, p, BigInt(offset)))).fields;
  }

  field(path, part = null) {
    const m = this.module;
    return m.with([part, path], (p, f) => m.json(this.handle, m.c.thaw_find_field_json(this.handle, p, f)));
  }

  setField(path, value, part = null) {
    const m = this.module;
    this.#info = null;
    m.with([part, path, JSON.stringify(value) ?? 'null'], (p, f, v) =>
      m.check(this.handle, m.c.thaw_set_field(this.handle, p, f, v)));
  }

  // [{path, value, part}], all or none.
  setFields(values) {
    const m = this.module;
    this.#info = null;
    m.with([JSON.stringify(values)], (v) => m.check(this.handle, m.c.thaw_set_fields(this.handle, v)));
  }

  diff(other) { return this.module.json(this.handle, this.module.c.thaw_diff_json(this.handle, other.handle)); }

  elementsAt(offset, part = null, options = {}) {
    const m = this.module;
    return m.with([part, asJson({ options })], (p, o) => m.json(this.handle,
      m.c.thaw_elements_json(this.handle, p, BigInt(offset), o))).elements;
  }

  bytesOf(element, options = {}) {
    const m = this.module;
    return m.with([JSON.stringify(element), asJson({ options })], (e, o) => m.json(this.handle,
      m.c.thaw_bytes_of_json(this.handle, e, o))).ranges;
  }

  // Options: {options, normals}.
  scene(options = {}) {
    const m = this.module;
    const handle = m.with([asJson(options)], (o) => m.c.thaw_scene_new(this.handle, o));
    if (handle === 0) throw m.error(this.handle);
    return new Scene(m, handle);
  }
}

/** One scene. Arrays are views of the module's memory: copy() them, or use them before the next call. */
export class Scene extends Held {
  constructor(module, handle) {
    super(module, handle, module.c.thaw_scene_free);
    Object.assign(this, module.json(handle, module.c.thaw_scene_json(handle)));
  }

  // A typed array with `components` numbers an element; empty if the scene has none.
  array(what, index = 0, part = 0) {
    const m = this.module;
    const kind = arrays[what];
    if (kind === undefined) throw misuse(`there is no array ${what}`);
    const size = 40; // of thaw_array on 32 bits, with room
    return m.with([new Uint8Array(size)], (at) => {
      m.check(this.handle, m.c.thaw_scene_array(this.handle, kind, index, part, at));
      const view = new DataView(m.c.memory.buffer, at, size);
      // data, count (64 bits), stride, components, type
      const data = view.getUint32(0, true);
      const count = Number(view.getBigUint64(8, true));
      const components = view.getUint32(20, true);
      const Type = typedArrays[view.getInt32(24, true)] ?? Uint8Array;
      const out = new Type(count === 0 ? new ArrayBuffer(0) : m.c.memory.buffer, count === 0 ? 0 : data, count * components);
      out.components = components;
      return out;
    });
  }

  // One that stays.
  copy(what, index = 0, part = 0) {
    const view = this.array(what, index, part);
    const out = view.slice();
    out.components = view.components;
    return out;
  }

  // By a clip (its name or number; null: at rest) at that time; node(i) has what came of it.
  pose(clip = null, seconds = 0) {
    const m = this.module;
    m.with([clip === null ? null : String(clip)], (c) => m.check(this.handle, m.c.thaw_pose(this.handle, c, seconds)));
    return this.nodes.map((node, i) => ({
      name: node.name,
      matrix: this.copy('posedMatrix', i),
      ...(node.mesh === null ? {} : { points: this.copy('posedPoints', i), normals: this.copy('posedNormals', i) }),
      weights: this.copy('posedWeights', i),
    }));
  }
}

/** A game's archive, or a zip, tar or disc. */
export class Archive extends Held {
  constructor(module) { super(module, module.c.thaw_archive_new(), module.c.thaw_archive_free); }

  open(bytes, name) {
    const m = this.module;
    m.with([name, bytes], (n, b) => m.check(this.handle, m.c.thaw_archive_open(this.handle, n, b, bytes.length)));
    const { kind, entries } = m.json(this.handle, m.c.thaw_entries_json(this.handle));
    this.kind = kind;
    this.entries = entries;
  }

  // By its name or its number.
  read(entry) {
    const m = this.module;
    const index = typeof entry === 'number' ? entry : this.entries.findIndex((one) => one.name === entry);
    if (index < 0) throw new ThawError('missing_part', `the archive has no ${entry}`);
    m.check(this.handle, m.c.thaw_entry(this.handle, index));
    return m.bytes(m.c.thaw_entry_bytes(this.handle), m.c.thaw_entry_size(this.handle));
  }
}
