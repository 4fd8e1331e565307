import FormdTesting
import Testing

@Suite("formctl's completions")
struct FormctlCompletionTests {
    /// What bash offers for the last word of a command line.
    private func completions(of formctl: Formctl, for words: [String]) async throws -> [Substring] {
        let result = try await formctl.shell(
            #"""
            bash -c 'PATH="$0:$PATH"; source <(formctl --generate-completion-script bash)
                COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
                function=$(complete -p formctl | sed "s/.*-F \([^ ]*\) .*/\1/")
                $function formctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                printf "%s\n" "${COMPREPLY[@]}"' "\#(BuiltProducts.folder)" \#(words.map { "'\($0)'" }.joined(separator: " "))
            """#
        )
        #expect(result.errors.isEmpty, "\(result)")
        return result.output.split(separator: "\n")
    }

    @Test("bash completes the sessions, fields, properties, forms, rows and options of the daemon")
    func bash() async throws {
        let formctl = try await Formctl()
        let opened = try await formctl.shell(
            """
            echo '{"fields": [{"id": "name"}, {"id": "size", "input": {"type": "options", "options": ["S", "L"]}},
              {"id": "items", "repeat": {"min": 2, "max": 3}, "fields": [{"id": "what"}]}]}' \
              | formctl open --definition - --token demo; formctl open contact --token other
            """
        )
        try #require(opened.status == 0, "\(opened)")
        let address = ["formctl", "--address", formctl.daemon.socketAddress]
        func offered(_ words: String...) async throws -> [Substring] {
            try await completions(of: formctl, for: address + words)
        }
        let fields: [Substring] = ["name", "size", "items_1_what", "items_2_what"]
        #expect(Set(try await offered("close", "")) == ["demo", "other"])
        #expect(try await offered("close", "de") == ["demo"])
        #expect(try await offered("get", "demo", "") == fields + ["."])
        #expect(try await offered("type", "demo", "") == fields)
        #expect(try await offered("set", "demo", "na") == ["name"])
        #expect(try await offered("get", "demo", "name", "MaskS") == ["MaskStatus"])
        #expect(try await offered("get", "demo", ".", "Con") == ["ContentHeight"])
        #expect(try await offered("open", "") == ["contact"])
        #expect(try await offered("select", "demo", "size", "") == ["S", "L"])
        #expect(try await offered("rows", "add", "demo", "") == ["items"])
        #expect(try await offered("rows", "remove", "demo", "items", "") == ["1", "2"])
        #expect(try await offered("press", "demo", "name", "b") == ["backspace"])
        #expect(try await offered("get", "nobody", "").filter { $0 != "." }.isEmpty)
    }

    @Test("without a daemon nothing is completed, printed or started")
    func silence() async throws {
        let formctl = try await Formctl()
        let nowhere = ["formctl", "--address=unix:path=/nonexistent/bus", "get", ""]
        #expect(try await completions(of: formctl, for: nowhere).isEmpty)
        formctl.daemon.send(19)
        let hanging = ["formctl", "--address", formctl.daemon.socketAddress, "close", ""]
        #expect(try await completions(of: formctl, for: hanging).isEmpty)
        formctl.daemon.send(18)
    }

    @Test("fish and zsh complete a field on a terminal", arguments: ["fish", "zsh"])
    func terminal(_ shell: String) async throws {
        let formctl = try await Formctl()
        try await formctl.output("open", "contact", "--token", "demo")
        let folder = formctl.daemon.folder.path
        let result = try await formctl.shell(
            """
            export PATH="\(BuiltProducts.folder):$PATH" HOME=\(folder) XDG_CONFIG_HOME=\(folder) LC_ALL=C.UTF-8 TERM=tmux
            formctl --generate-completion-script fish > \(folder)/formctl.fish
            formctl --generate-completion-script zsh > \(folder)/_formctl
            cat > \(folder)/.zshrc <<'END'
            fpath=(\(folder) $fpath); autoload -U compinit; compinit -D -u; PS1='ready> '
            END
            case \(shell) in
            fish) start="fish -N -C 'source \(folder)/formctl.fish; function fish_prompt; echo ready\\>; end'" ;;
            zsh) start=zsh ;;
            esac
            tmux() { command tmux -S \(folder)/tmux -f /dev/null "$@"; }
            await() { until tmux capture-pane -pJ | grep -q -- "$1"; do sleep 0.05; done; }
            tmux new-session -d -x 200 -y 20 "$start"
            await ready
            tmux send-keys "formctl --address \(formctl.daemon.socketAddress) get demo pho" Tab
            await 'get demo phone'; echo completed
            tmux kill-server
            """
        )
        #expect(result.output == "completed\n", "\(result)")
    }
}
