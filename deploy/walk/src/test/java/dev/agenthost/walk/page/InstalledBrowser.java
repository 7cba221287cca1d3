package dev.agenthost.walk.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.agenthost.walk.box.MissingPrerequisite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium that is installed on this machine; none is downloaded. */
final class InstalledBrowser implements AutoCloseable {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /** As root, as in a container, Chromium has no sandbox, and little shared memory. */
    private static final List<String> AS_ROOT = List.of("--no-sandbox", "--disable-dev-shm-usage");

    private final Playwright playwright;
    private final Browser browser;

    private InstalledBrowser(Path executable) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        boolean root = System.getProperty("user.name").equals("root");
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setArgs(root ? AS_ROOT : List.of()));
    }

    /** Starts the browser. Without one, prints that and skips the tests of this class; under {@code CI=true} that is a failure. */
    static InstalledBrowser startOrSkip() {
        Optional<Path> executable = find();
        if (executable.isEmpty()) {
            MissingPrerequisite.skips(
                    "SKIPPED: the chat page is not tested, for there is no Chromium here. Install one (Debian: apt-get install"
                            + " chromium) or name it with CHROMIUM=/path/to/it.");
        }
        return new InstalledBrowser(executable.orElseThrow());
    }

    private static Optional<Path> find() {
        Stream<Path> named = Stream.ofNullable(System.getenv("CHROMIUM")).map(Path::of);
        Stream<Path> onPath = Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
        return Stream.concat(named, onPath).filter(Files::isExecutable).findFirst();
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
