package dev.agenthost.delivery.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests the page's handling of its input without a browser: each function that a {@code .test.js} of {@code
 * src/test/js} exports is a test of the modules under {@code web/app}, all but {@code view/}. {@code browser.js} stands
 * in for browser and host.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageStateTest {

    private Context js;

    @BeforeAll
    void start() {
        js = Context.newBuilder("js")
                .allowIO(IOAccess.ALL)
                .option("js.esm-eval-returns-exports", "true")
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    @AfterAll
    void stop() {
        js.close();
    }

    @TestFactory
    Stream<DynamicContainer> handlesItsInput() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/js"))) {
            return files.filter(file -> file.toString().endsWith(".test.js")).sorted().toList().stream()
                    .map(this::tests);
        }
    }

    private DynamicContainer tests(Path file) {
        Value module = exports(file);
        return DynamicContainer.dynamicContainer(
                file.getFileName().toString(),
                module.getMemberKeys().stream()
                        .sorted()
                        .map(name -> DynamicTest.dynamicTest(name, () -> run(module.getMember(name)))));
    }

    /**
     * Runs a test; every callback of {@code browser.js} has run when the call returns, so a promise still open then would
     * never settle.
     */
    private static void run(Value test) {
        Value answer = test.execute();
        if (!answer.canInvokeMember("then")) {
            return;
        }
        List<String> kept = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        answer.invokeMember("then", (ProxyExecutable) with -> kept.add("kept"), (ProxyExecutable) why ->
                broken.add(why[0].hasMember("stack") ? why[0].getMember("stack").asString() : why[0].toString()));
        assertThat(broken).isEmpty();
        assertThat(kept).as("the test came to its end").hasSize(1);
    }

    private Value exports(Path file) {
        try {
            return js.eval(Source.newBuilder("js", file.toFile())
                    .mimeType("application/javascript+module")
                    .build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
