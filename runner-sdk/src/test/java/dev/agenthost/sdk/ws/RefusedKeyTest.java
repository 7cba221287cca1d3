package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.sdk.RunnerPlugin;
import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a host that refuses the key. */
@Timeout(60)
class RefusedKeyTest extends PluginAtHost {
    private static final String SECRET = "the key of this runner";

    private final Logger log = Logger.getLogger(ConnectionKeeper.class.getName());
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Handler capture = new Handler() {
        @Override
        public void publish(LogRecord warning) {
            if (warning.getLevel() == Level.WARNING) {
                warnings.add(MessageFormat.format(warning.getMessage(), warning.getParameters()));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void startCapture() {
        log.addHandler(capture);
    }

    @AfterEach
    void stopCapture() {
        log.removeHandler(capture);
    }

    @Test
    void aRefusedKeyIsLoggedEachTimeAndRetried() throws Exception {
        host.refusing = 401;
        start();
        await().until(() -> warnings.size() >= 2);

        assertThat(warnings).allSatisfy(warning -> assertThat(warning)
                .contains("acme/test", "the host refuses this key (401)")
                .doesNotContain(SECRET));
        assertThat(link.isRegistered()).isFalse();

        host.refusing = 0;
        host.accept().register();
        await().until(link::isRegistered);
    }

    @Test
    void aBusyHostIsNoRefusalOfTheKey() throws Exception {
        host.refusing = 503;
        start();
        await().until(() -> host.refusals.get() >= 3);

        assertThat(warnings).hasSize(1).noneMatch(warning -> warning.contains("key"));

        host.refusing = 0;
        host.accept().register();
        await().until(link::isRegistered);
    }

    private void start() {
        link = ConnectionKeeper.start(
                host.address(), SECRET, RunnerPlugin.of("acme", "test").runner("default", (c, o, a) -> {}), BACKOFF);
    }
}
