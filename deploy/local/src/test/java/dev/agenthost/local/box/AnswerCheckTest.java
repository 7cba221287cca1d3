package dev.agenthost.local.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
    private final AtomicInteger deaths = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();
    private final List<String> said = new ArrayList<>();
    private Optional<String> complaint = Optional.empty();
    private final AnswerCheck check = new AnswerCheck(
            deaths::get,
            () -> {
                sent.incrementAndGet();
                return complaint;
            },
            said::add);

    @Test
    void sendsOnceAfterTheStart() throws Exception {
        check.run();
        check.run();

        assertThat(sent).hasValue(1);
        assertThat(said).containsExactly("a message was answered");
    }

    @Test
    void sendsAgainAfterADeath() throws Exception {
        check.run();
        deaths.incrementAndGet();
        check.run();
        check.run();

        assertThat(sent).hasValue(2);
    }

    @Test
    void sendsAgainWhereAProcessDiedMeanwhile() throws Exception {
        var dying = new AnswerCheck(
                deaths::get,
                () -> {
                    sent.incrementAndGet();
                    deaths.compareAndSet(0, 1);
                    return Optional.empty();
                },
                said::add);

        dying.run();
        dying.run();
        dying.run();

        assertThat(sent).hasValue(2);
    }

    @Test
    void warnsOnceOfAMessageThatWasNotAnswered() throws Exception {
        complaint = Optional.of("no answer after 20 s");

        check.run();
        check.run();

        assertThat(said)
                .containsExactly("WARNING: a message to the bot start-check was not answered: no answer after 20 s");
    }
}
