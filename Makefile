# formd: build, test, try, install. `make demo` and `make test` need nothing but Debian 12 with git, make and Swift 6.3.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

bindir = $(DESTDIR)$(PREFIX)/bin
plugindir = $(DESTDIR)$(PREFIX)/lib/formd/plugins
sharedir = $(DESTDIR)$(PREFIX)/share
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd
libexecdir = $(DESTDIR)$(PREFIX)/libexec/formd
includedir = $(DESTDIR)$(PREFIX)/include

# What the build links, what the tests and the demo talk with.
PACKAGES = pkg-config libdbus-1-dev libsystemd-dev libpcre2-dev libseccomp-dev libpango1.0-dev \
	dbus-daemon dbus-bin systemd libglib2.0-bin xz-utils python3-minimal python3-jsonschema fontconfig fonts-dejavu-core
PLUGINS = CurrencyPlaceholder CardNumber PangoTextMeasurer
PRODUCTS = formd formctl formd-plugin-launcher $(PLUGINS)
FORMS = $(wildcard Sources/Forms/*.json)
RELEASE = -c release --static-swift-stdlib

.PHONY: all demo test build lint bench install packages plugins clean

all: build

# Installs the Debian packages that are missing, by name.
packages:
	@missing=; for package in $(PACKAGES); do \
		dpkg-query -W -f '$${db:Status-Status}' $$package 2>/dev/null | grep -qx installed \
			|| missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "installing:$$missing"; \
		if [ "$$(id -u)" = 0 ]; then run=; else run=sudo; fi; \
		$$run apt-get update -q && $$run env DEBIAN_FRONTEND=noninteractive \
			apt-get install -q -y --no-install-recommends $$missing; \
	fi

# The daemon, the tool and the plug-ins, as they are installed: with the Swift runtime inside.
build: packages
	for product in $(PRODUCTS); do $(SWIFT) build $(RELEASE) --product $$product || exit; done

demo: packages
	for product in $(PRODUCTS); do $(SWIFT) build --product $$product || exit; done
	Tests/Demo/demo.sh "$$($(SWIFT) build --show-bin-path)"

# The plug-ins of a debug build, laid out for FORMD_PLUGIN_PATH.
plugins: packages
	for product in formd-plugin-launcher $(PLUGINS); do $(SWIFT) build --product $$product || exit; done
	Plugins/lay-out "$$($(SWIFT) build --show-bin-path)" .build/plugins

# What starts processes and keeps deadlines runs by itself, one test after the other.
PROCESS_TESTS = EventLoopTests|DBusTests|PluginTests|FormRuntimeTests|FormBusTests|EndToEndTests

test: packages
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip '$(PROCESS_TESTS)'
	$(SWIFT) test --skip-build --no-parallel --filter '$(PROCESS_TESTS)'

lint: packages
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Plugins Tests
	systemd/check
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --filter ContractTests

bench: build
	for product in bench-echo formd-bench formd-zoo-plugin; do $(SWIFT) build $(RELEASE) --product $$product || exit; done
	"$$($(SWIFT) build $(RELEASE) --show-bin-path)/formd-bench" $(BENCH_OPTIONS)

install: build
	install -d $(bindir) $(libexecdir) $(includedir) $(sharedir)/formd/forms $(sharedir)/dbus-1/interfaces $(sharedir)/dbus-1/services
	install -d $(unitdir)/user $(unitdir)/system $(sharedir)/dbus-1/system.d $(DESTDIR)$(PREFIX)/lib/sysusers.d
	bin=$$($(SWIFT) build $(RELEASE) --show-bin-path); \
	install -s -m 755 $$bin/formd $$bin/formctl $(bindir); \
	install -s -m 755 $$bin/formd-plugin-launcher $(libexecdir); \
	for plugin in $(PLUGINS); do \
		install -d -m 755 $(plugindir)/$$plugin; \
		install -s -m 755 $$bin/$$plugin $(plugindir)/$$plugin; \
		install -m 644 Plugins/$$plugin/plugin.json $(plugindir)/$$plugin; \
	done; \
	$$bin/formd --introspect > $(sharedir)/dbus-1/interfaces/org.formd.Forms1.xml
	install -m 644 Sources/FormPluginC/include/formd-plugin.h $(includedir)
	rm -rf $(sharedir)/formd/sdk
	install -d $(sharedir)/formd/sdk
	cp -rL SDK/Package.swift SDK/Sources $(sharedir)/formd/sdk
	chmod -R u=rwX,go=rX $(sharedir)/formd/sdk
	install -m 644 $(FORMS) $(sharedir)/formd/forms
	install -m 644 Sources/formctl/Schema/form-definition.schema.json $(sharedir)/formd
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/formd.service.in > $(unitdir)/user/formd.service
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/formd-system.service.in > $(unitdir)/system/formd.service
	sed 's|@bindir@|$(PREFIX)/bin|' systemd/org.formd.Forms1.service.in \
		> $(sharedir)/dbus-1/services/org.formd.Forms1.service
	install -m 644 systemd/org.formd.Forms1.conf $(sharedir)/dbus-1/system.d
	install -m 644 systemd/formd.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/formd.conf

clean:
	rm -rf .build
