import EventLoop
import FormBundles
import FormEngine
import FormModel
import PluginHost

/// What a bundle has to pass before anything changes. It is made on the loop, and used on another thread, because compiling all
/// forms may take long.
struct BundleTrial: Sendable {
    private let name: String
    private let keys: [PublicKey]
    private let compile: @Sendable (_ source: String, _ name: String) -> RuntimeError?
    /// The paths of the installed plug-ins' programs, by their names.
    private let programs: [String: String]

    @LoopActor
    init(_ name: String, _ keys: [PublicKey], _ compiler: FormCompiler, _ plugins: PluginHost) {
        self.name = name
        self.keys = keys
        compile = compiler.trial
        programs = Dictionary(plugins.findings.plugins.map { ($0.manifest.name, $0.program) }) { first, _ in first }
    }

    /// Reads a bundle whose signature fits.
    func bundle(_ publication: BundleShelf.Publication) throws(BundleError) -> FormBundle {
        guard publication.document.count <= FormBundle.maximumLength else {
            throw BundleError(.tooLarge, "it has more than \(FormBundle.maximumLength) bytes")
        }
        try DetachedSignature(publication.signature).check(publication.document, by: keys)
        let bundle = try FormBundle(publication.document, messageNames: DefinitionKinds.replaceableMessages)
        guard bundle.name == name else {
            throw BundleError(.wrongName, "it is the bundle \(quoted(bundle.name)), not \(quoted(name))")
        }
        return bundle
    }

    /// Throws if a form cannot be opened, or a plug-in is another one.
    func checkContents(of bundle: FormBundle) throws(BundleError) {
        for (form, definition) in bundle.forms.sorted(by: { $0.key < $1.key }) {
            if let error = compile(definition, form) {
                throw BundleError(.invalidForm, "\(form):\(error.message)")
            }
        }
        try checkPlugins(of: bundle)
    }

    /// Throws if a plug-in that the bundle names is not installed, or is another program.
    func checkPlugins(of bundle: FormBundle) throws(BundleError) {
        for (plugin, digest) in bundle.plugins.sorted(by: { $0.key < $1.key }) {
            guard let program = programs[plugin] else {
                throw BundleError(.wrongPlugin, "the plug-in \(quoted(plugin)) is not installed")
            }
            guard let installed = try? Digest.ofFile(program) else {
                throw BundleError(.wrongPlugin, "the program of the plug-in \(quoted(plugin)) cannot be read")
            }
            guard installed == digest else {
                let message = "the installed plug-in \(quoted(plugin)) has the SHA-256 \(installed), not \(digest)"
                throw BundleError(.wrongPlugin, message)
            }
        }
    }
}
