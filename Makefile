# formd: build, test, try, install. `make demo` and `make test` need only Debian 12 with git, make and Swift 6.3.

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=
SWIFT ?= swift

bindir = $(DESTDIR)$(PREFIX)/bin
plugindir = $(DESTDIR)$(PREFIX)/lib/formd/plugins
sharedir = $(DESTDIR)$(PREFIX)/share
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd
libexecdir = $(DESTDIR)$(PREFIX)/libexec/formd
includedir = $(DESTDIR)$(PREFIX)/include

# The Debian packages that each command needs. A command installs those that are missing; only `make install` needs none.
BUILD_PACKAGES = gcc libc6-dev libstdc++-12-dev pkg-config libdbus-1-dev libsystemd-dev libpcre2-dev libicu-dev libseccomp-dev \
	libpango1.0-dev libncurses-dev libfribidi-dev libzip-dev libexpat1-dev libyaml-dev libcurl4-openssl-dev \
	libsodium-dev libpq-dev
LIBFORMD_PACKAGES = python3-minimal libglib2.0-dev gobject-introspection libgirepository1.0-dev valac libgtk-4-dev libadwaita-1-dev \
	libjson-glib-dev
DEMO_PACKAGES = dbus-daemon systemd
TEST_PACKAGES = $(LIBFORMD_PACKAGES) $(DEMO_PACKAGES) dbus-bin libglib2.0-bin xz-utils tmux procps python3-gi python3-jsonschema \
	fontconfig fonts-dejavu-core man-db groff-base mandoc fish zsh dialog whiptail valgrind xvfb xdotool at-spi2-core gir1.2-atspi-2.0 qt6-base-dev \
	chromium chromium-driver nodejs node-typescript python3-pip openssl postgresql minisign signify-openbsd
DEB_PACKAGES = dpkg-dev debhelper lintian
DEB_TEST_PACKAGES = debootstrap debian-archive-keyring util-linux procps
INSTALL_MISSING = Sources/Packaging/install-missing
PLUGINS = CurrencyPlaceholder CardNumber PangoTextMeasurer
PRODUCTS = formd formctl formd-plugin-launcher formd-http formd-postgresql $(PLUGINS)
# The programs in their installed form.
PROGRAMS = .build/programs
FORMS = $(wildcard Sources/Forms/*.json)
# How released programs are linked, to reduce their resident memory:
# - LLVM's linker, which is part of the Swift toolchain, packs the table of relative relocations: 12 KB instead of 1.5
#   MB. Unpacking it needs at least Debian 12's C library.
# - Symbols are not exported, because nothing looks them up by name: 0.5 MB less.
# - Each function has a section of its own, so that the linker can drop unused functions: 0.5 MB less for the daemon.
# - The first library folder contains libstdc++ only as an archive, so that the used parts are linked statically: 1 MB
#   less memory.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xswiftc -L$(CURDIR)/$(ARCHIVES)
ARCHIVES = .build/archives

.PHONY: all demo screenshot window-screenshot browser-screenshot test test-packages check docs fuzz sanitize valgrind soak house crash build libformd lint contract \
	reference manual bench install uninstall deb deb-test tarball rpm plugins clean

all: build

# The daemon, the tool and the plug-ins in their installed form, with the Swift runtime linked statically. Programs in C
# are built with the C compiler, because Swift's linker would add the runtime to them, too. They are small and start at
# once.
SWIFT_PROGRAMS = formd formctl formd-web CurrencyPlaceholder CardNumber
C_FLAGS = -std=gnu17 -O2 -fPIE -pie -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Wall -Wextra -Werror

build: libformd
	@$(INSTALL_MISSING) $(BUILD_PACKAGES) man-db
	install -d $(ARCHIVES)
	ln -sf "$$($(CC) -print-file-name=libstdc++.a)" $(ARCHIVES)/
	for product in $(SWIFT_PROGRAMS); do $(SWIFT) build $(RELEASE) --product $$product || exit; done
	install -d $(PROGRAMS)
	bin=$$($(SWIFT) build $(RELEASE) --show-bin-path); \
	for product in $(SWIFT_PROGRAMS); do install -s -m 755 $$bin/$$product $(PROGRAMS) || exit; done
	$(CC) $(C_FLAGS) -s -o $(PROGRAMS)/formd-plugin-launcher Sources/formd-plugin-launcher/*.c -lseccomp
	$(CC) $(C_FLAGS) -s -o $(PROGRAMS)/formd-http Sources/formd-http/main.c -lcurl
	$(CC) $(C_FLAGS) -s $$(pkg-config --cflags libpq) -o $(PROGRAMS)/formd-postgresql Sources/formd-postgresql/*.c -lpq
	$(CC) $(C_FLAGS) -s -I Sources/FormPluginC/include $$(pkg-config --cflags pangocairo) \
		-o $(PROGRAMS)/PangoTextMeasurer Plugins/PangoTextMeasurer/main.c $$(pkg-config --libs pangocairo)
	$(MAKE) --no-print-directory manual

demo:
	@$(INSTALL_MISSING) $(BUILD_PACKAGES) $(DEMO_PACKAGES)
	for product in $(PRODUCTS); do $(SWIFT) build --product $$product || exit; done
	Tests/Demo/demo.sh "$$($(SWIFT) build --show-bin-path)"

# Makes the README's pictures of forms in a terminal from real runs; the first one shows the form in the README.
screenshot:
	@$(INSTALL_MISSING) $(BUILD_PACKAGES) $(TEST_PACKAGES)
	for product in $(PRODUCTS); do $(SWIFT) build --product $$product || exit; done
	sed -n '/^```json/,/^```$$/{/^```/d;p}' README.md >.build/delivery.json
	Tests/Demo/screenshot "$$($(SWIFT) build --show-bin-path)" $(CURDIR)/.build/delivery.json Tests/Demo/delivery.svg \
		72x10 'Ada Lovelace' Tab 9161234567 Tab
	Tests/Demo/screenshot "$$($(SWIFT) build --show-bin-path)" checkout Tests/Demo/checkout.svg 72x21 \
		'Ada Lovelace' Tab 91 Tab 1500 Tab Secret7

# Lays out the plug-ins of a debug build for FORMD_PLUGIN_PATH.
plugins:
	@$(INSTALL_MISSING) $(BUILD_PACKAGES)
	for product in formd-plugin-launcher $(PLUGINS); do $(SWIFT) build --product $$product || exit; done
	Plugins/lay-out "$$($(SWIFT) build --show-bin-path)" .build/plugins

# The suites of these modules start processes or depend on deadlines: each runs in a process of its own, AT_A_TIME of them.
# With several on a busy machine, plug-ins can miss their deadlines of a quarter of a second.
AT_A_TIME = 1
PROCESS_TESTS = EventLoopTests|DBusTests|PluginTests|PostgreSQLTests|FormRuntimeTests|FormBusTests|FormClientTests|LibformdTests|WebTests|EndToEndTests

test-packages:
	@$(INSTALL_MISSING) $(BUILD_PACKAGES) $(TEST_PACKAGES)

test: test-packages
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip '$(PROCESS_TESTS)'
	Tests/in-parallel "$$($(SWIFT) build --show-bin-path)" '$(PROCESS_TESTS)' $(AT_A_TIME)

# Kills formd N times while keys arrive, and lets it restart itself a quarter as often. Checks which state it restores.
N = 1000
crash: test-packages
	$(SWIFT) build --build-tests
	FORMD_CRASHES=$(N) $(SWIFT) test --skip-build --no-parallel --filter 'SurvivalTests/storm|SuccessionTests/storm'

# What a change needs before it is shown to others: the formatting and the tests that start no processes, with a tenth of
# their random cases.
check: test-packages
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Plugins Tests
	$(SWIFT) build --build-tests
	FORMD_CASES=0.1 $(SWIFT) test --skip-build --skip '$(PROCESS_TESTS)'

# Feeds changed files, messages and texts to everything that reads them, each for TIME seconds, with AddressSanitizer;
# SEED repeats a run. FUZZ_BUILD= uses the build of the tests, which is there already.
TIME = 60
SEED = $$(date +%s)
FUZZ_BUILD = --sanitize=address --scratch-path .build/address
FUZZ_TARGETS = json definition field pattern message frames stored schema survey questionnaire xlsform bundle plugin-configuration

fuzz: test-packages
	$(SWIFT) build $(FUZZ_BUILD) --product formd-fuzz
	bin=$$($(SWIFT) build $(FUZZ_BUILD) --show-bin-path); seed=$(SEED); mkdir -p .build/fuzz; \
	printf '%s\n' $(FUZZ_TARGETS) | xargs -P $$(nproc) -I TARGET sh -c "ASAN_OPTIONS=detect_leaks=0 \
		$$bin/formd-fuzz --time $(TIME) --seed $$seed TARGET > .build/fuzz/TARGET.log 2>&1; echo \$$? > .build/fuzz/TARGET.status"; \
	failed=; for target in $(FUZZ_TARGETS); do \
		grep inputs .build/fuzz/$$target.log; \
		test "$$(cat .build/fuzz/$$target.status)" = 0 || { failed="$$failed $$target"; tail -n 20 .build/fuzz/$$target.log; }; \
	done; \
	test -z "$$failed" || { echo "fuzz: failed:$$failed; see .build/fuzz" >&2; exit 1; }; \
	echo "fuzz: no failure in $(words $(FUZZ_TARGETS)) targets of $(TIME) s, seed $$seed"

# libformd under valgrind: a front end in C to which the vectors for clients are played, and a program that fills in a form.
# It needs no suppressions: what GLib keeps for the whole process is still reachable at the end.
VALGRIND = valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite
valgrind: test-packages libformd
	install -d .build/valgrind
	$(CC) -std=gnu17 -g -Wall -Wextra -Werror -I Sources/libformd -I .build/libformd $$(pkg-config --cflags gio-2.0) \
		-o .build/valgrind/front-end Tests/LibformdTests/Programs/front-end.c -L .build/libformd -lformd-1 \
		$$(pkg-config --libs gio-2.0)
	LD_LIBRARY_PATH=.build/libformd /usr/bin/python3 Tests/ClientVectors/play.py --patience 120 Tests/ClientVectors/*/*.json \
		-- $(VALGRIND) --exit-on-first-error=yes .build/valgrind/front-end
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --no-parallel --filter 'LibformdTests/memory'
	@echo "valgrind: no finding"

# The tests that start no processes under AddressSanitizer, those of the loop and the store under ThreadSanitizer, and
# libformd under valgrind.
sanitize: test-packages valgrind
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/address
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --skip-build --sanitize=address --scratch-path .build/address \
		--skip '$(PROCESS_TESTS)'
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread
	$(SWIFT) test --skip-build --no-parallel --sanitize=thread --scratch-path .build/thread --filter 'EventLoopTests|FormStoreTests'
	@echo "sanitize: no finding"

# Uses a daemon for MINUTES minutes as many clients do who come, go and vanish; prints memory, descriptors and delays.
MINUTES = 5
soak: test-packages
	for product in $(PRODUCTS); do $(SWIFT) build --product $$product || exit; done
	Plugins/lay-out "$$($(SWIFT) build --show-bin-path)" .build/plugins
	Tests/Soak/soak "$$($(SWIFT) build --show-bin-path)" $(MINUTES)

# Uses many daemons that share one PostgreSQL, each with a network of its own, while everything goes wrong. Needs root.
house: HOUSE_PACKAGES = iproute2 postgresql util-linux
house: test-packages
	@$(INSTALL_MISSING) $(HOUSE_PACKAGES)
	for product in formd formd-plugin-launcher formd-postgresql; do $(SWIFT) build --product $$product || exit; done
	Tests/Soak/house "$$($(SWIFT) build --show-bin-path)" $(MINUTES)

# The files and folders allowed at the top, as a pattern for whole names.
TOP := Package\.swift|Makefile|README\.md|LICENSE|Sources|Plugins|Tests|systemd|\.ci|\.swift-format|\.gitignore

lint: test-packages
	@strays=$$(git ls-files --cached --others --exclude-standard | cut -d/ -f1 | sort -u | grep -vxE '$(TOP)'); \
	test -z "$$strays" || { echo "this does not belong at the top:" $$strays >&2; exit 1; }
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Plugins Tests
	systemd/check
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --filter 'ContractTests|ReferenceTests'
	$(MAKE) --no-print-directory manual MANUAL_BUILD= MANUAL_PROGRAMS="$$($(SWIFT) build --show-bin-path)"
	@for page in $(MANUAL)/*; do \
		warnings=$$(man --warnings -E UTF-8 -l -Tutf8 -Z $$page 2>&1 >/dev/null; mandoc -Tlint -Wwarning $$page); \
		test -z "$$warnings" || { printf '%s\n' "$$page:" "$$warnings" >&2; exit 1; }; \
	done

# Generates documents from Sources/FormContract: the XML of the interfaces, and their reference in the articles.
contract: test-packages
	FORMD_RECORD=1 $(SWIFT) test --filter ContractTests

# Generates documents from the declarations of keys: the JSON Schema, and the tables in the articles.
reference: test-packages
	FORMD_RECORD=1 $(SWIFT) test --filter 'ReferenceTests|PublishedFormTests'

# Generates the man pages from the articles, and from the help texts of the programs in MANUAL_PROGRAMS.
MANUAL = .build/manual
MANUAL_PROGRAMS ?= $(PROGRAMS)
MANUAL_BUILD ?= $(RELEASE)
MANUAL_DATE = $$(date -u -d "@$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || date +%s)}" +%F)

manual:
	rm -rf $(MANUAL)
	$(SWIFT) build $(MANUAL_BUILD) --product FormManual
	"$$($(SWIFT) build $(MANUAL_BUILD) --show-bin-path)/FormManual" $(MANUAL_PROGRAMS) . "$(MANUAL_DATE)" $(MANUAL)

# The articles and the README as a website, in .build/docs.
docs: test-packages
	Sources/FormManual/site .build/docs

bench: build
	for product in bench-echo bench-dbus bench-web formd-bench; do $(SWIFT) build $(RELEASE) --product $$product || exit; done
	bin=$$($(SWIFT) build $(RELEASE) --show-bin-path); \
	install -m 755 $$bin/bench-echo $$bin/bench-dbus $$bin/bench-web $$bin/formd-bench $(PROGRAMS)
	$(CC) $(C_FLAGS) -I Sources/FormPluginC/include -o $(PROGRAMS)/formd-zoo-plugin Tests/Plugins/Zoo/main.c
	$(CC) -std=gnu17 -O2 -fPIC -shared -Wall -Wextra -Werror -o $(PROGRAMS)/stalled-disk.so Tests/Soak/stalled-disk.c
	$(CC) $(C_FLAGS) -o $(PROGRAMS)/bench-icu Tests/Benchmarks/BenchICU/main.c
	$(CC) $(C_FLAGS) -I Sources/libformd -I Sources/libformd-gtk -I .build/libformd $$(pkg-config --cflags gtk4) \
		-o $(PROGRAMS)/bench-window Tests/Benchmarks/BenchWindow/main.c -L .build/libformd -lformd-gtk-1 -lformd-1 \
		$$(pkg-config --libs gtk4)
	$(PROGRAMS)/formd-bench $(BENCH_OPTIONS)

# The folders for the completions of bash, zsh and fish.
COMPLETIONS = bash-completion/completions zsh/site-functions fish/vendor_completions.d

# Installs what `make` has built: it neither builds nor installs packages.
install:
	@test -x $(PROGRAMS)/formd && test -d $(MANUAL) || { echo "nothing is built yet: run make first" >&2; exit 1; }
	install -d $(bindir) $(libexecdir) $(includedir) $(sharedir)/formd/forms $(sharedir)/formd/sdk $(sharedir)/pkgconfig
	install -d $(unitdir)/user $(unitdir)/system $(DESTDIR)$(PREFIX)/lib/sysusers.d
	install -d $(addprefix $(sharedir)/dbus-1/,interfaces services system-services system.d) $(addprefix $(sharedir)/,$(COMPLETIONS))
	install -m 755 $(PROGRAMS)/formd $(PROGRAMS)/formctl $(PROGRAMS)/formd-web $(bindir)
	install -m 755 $(PROGRAMS)/formd-plugin-launcher $(PROGRAMS)/formd-http $(PROGRAMS)/formd-postgresql $(libexecdir)
	Plugins/lay-out $(PROGRAMS) $(plugindir)
	$(PROGRAMS)/formd --introspect > $(sharedir)/dbus-1/interfaces/org.formd.Forms1.xml
	install -m 644 Sources/FormPluginC/include/formd-plugin.h $(includedir)
	sed "s|@prefix@|$(PREFIX)|; s|@version@|$$($(PROGRAMS)/formd --version)|" Sources/FormPluginC/formd-plugin.pc.in \
		> $(sharedir)/pkgconfig/formd-plugin.pc
	rm -rf $(sharedir)/formd/sdk/*
	cp -rL Plugins/SDK/Package.swift Plugins/SDK/Sources $(sharedir)/formd/sdk
	chmod -R u=rwX,go=rX $(sharedir)/formd/sdk
	install -m 644 $(FORMS) $(sharedir)/formd/forms
	install -m 644 Sources/formctl/Schema/form-definition.schema.json $(sharedir)/formd
	for page in $(MANUAL)/*; do \
		install -D -m 644 $$page $(sharedir)/man/man$${page##*.}/$${page##*/} || exit; \
	done
	$(PROGRAMS)/formctl --generate-completion-script bash | sed '1{/^#!/d}' > $(sharedir)/bash-completion/completions/formctl
	$(PROGRAMS)/formctl --generate-completion-script zsh > $(sharedir)/zsh/site-functions/_formctl
	$(PROGRAMS)/formctl --generate-completion-script fish > $(sharedir)/fish/vendor_completions.d/formctl.fish
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/formd.service.in > $(unitdir)/user/formd.service
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/formd-system.service.in > $(unitdir)/system/formd.service
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/formd-web@.service.in > $(unitdir)/user/formd-web@.service
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/formd-kiosk@.service.in > $(unitdir)/user/formd-kiosk@.service
	install -m 644 systemd/formd.socket $(unitdir)/user/formd.socket
	install -m 644 systemd/formd-system.socket $(unitdir)/system/formd.socket
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/org.formd.Forms1.service.in \
		> $(sharedir)/dbus-1/services/org.formd.Forms1.service
	install -m 644 systemd/org.formd.Forms1-system.service $(sharedir)/dbus-1/system-services/org.formd.Forms1.service
	install -m 644 systemd/org.formd.Forms1.conf $(sharedir)/dbus-1/system.d
	install -m 644 systemd/formd.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/formd.conf
	$(LIBFORMD) -C Sources/libformd install
	$(LIBFORMD) -C Sources/libformd-gtk install

# Installs into a folder, to see which files that are, and removes these files. Plug-ins of others stay.
uninstall:
	rm -rf .build/uninstall
	$(MAKE) --no-print-directory install DESTDIR=$(CURDIR)/.build/uninstall > /dev/null
	cd .build/uninstall && find . ! -type d | while read -r file; do rm -f "$(DESTDIR)/$$file"; done
	cd .build/uninstall && find . -depth -type d | grep formd | while read -r folder; do \
		rmdir --ignore-fail-on-non-empty "$(DESTDIR)/$$folder" 2>/dev/null || true; \
	done
	rm -rf .build/uninstall

# The libraries for GObject programs, and the program that shows a form in a window.
LIBFORMD = $(MAKE) --no-print-directory BUILD=$(CURDIR)/.build/libformd PREFIX=$(PREFIX) LIBDIR=$(LIBDIR) DESTDIR=$(DESTDIR)
libformd:
	@$(INSTALL_MISSING) $(BUILD_PACKAGES) $(LIBFORMD_PACKAGES)
	$(LIBFORMD) -C Sources/libformd
	$(LIBFORMD) -C Sources/libformd-gtk

# Makes the pictures of forms in windows, of the README and of libformd-gtk's article, from real runs.
window-screenshot: libformd
	@$(INSTALL_MISSING) $(TEST_PACKAGES) imagemagick
	$(SWIFT) build --product formd
	for picture in signup drawn; do \
		Tests/Demo/window-screenshot "$$($(SWIFT) build --show-bin-path)" $(CURDIR)/.build/libformd signup \
			Tests/Demo/$$picture.png email=ada nickname=ada password=Secret7 'about=I have written about an engine.'; \
	done
	Tests/Demo/window-screenshot "$$($(SWIFT) build --show-bin-path)" $(CURDIR)/.build/libformd wellbeing \
		Tests/Demo/wellbeing.png

# Makes the pictures of forms in a browser, of the README and of the article on them, from real runs.
browser-screenshot: test-packages
	for product in $(PRODUCTS) formd-web; do $(SWIFT) build --product $$product || exit; done
	bin=$$($(SWIFT) build --show-bin-path); \
	Tests/WebTests/Programs/picture.py $$bin checkout Tests/Demo/browser.png 560x620 'name=Ada Lovelace' phone=916 && \
	Tests/WebTests/Programs/picture.py $$bin checkout Tests/Demo/kiosk.png 800x900 --kiosk ru 'name=Ада' phone=916

# Debian packages, in .build/deb.
deb: build
	@$(INSTALL_MISSING) $(DEB_PACKAGES)
	Sources/Packaging/make-deb

# Installs, uses, upgrades and removes the packages in clean systems of these releases of Debian. Only root can do that.
RELEASES = bookworm trixie
deb-test:
	@$(INSTALL_MISSING) $(DEB_TEST_PACKAGES)
	Sources/Packaging/test-deb $(RELEASES)

# An archive for other distributions, which is unpacked at /.
tarball: build
	Sources/Packaging/make-tarball $(PREFIX)

# Packages for distributions with RPM, in .build/rpm, made from the same files.
rpm: build
	@$(INSTALL_MISSING) rpm
	rm -rf .build/rpm
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) rpmbuild -bb --quiet --define "_topdir $(CURDIR)/.build/rpm" \
		--define "project $(CURDIR)" --define "version $$($(PROGRAMS)/formd --version)" \
		--define "use_source_date_epoch_as_buildtime 1" --define "_buildhost localhost" \
		--define "clamp_mtime_to_source_date_epoch 1" Sources/Packaging/formd.spec
	sha256sum .build/rpm/RPMS/*/*.rpm

clean:
	rm -rf .build
