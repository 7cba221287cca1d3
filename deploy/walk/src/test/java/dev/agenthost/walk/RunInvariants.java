package dev.agenthost.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.walk.box.SseEvent;
import dev.agenthost.walk.box.WebhookReceiver;
import java.util.HashSet;
import java.util.List;

/** The invariants of every run, after any process death. */
final class RunInvariants {

    private RunInvariants() {}

    /** Asserts one outcome, rising positions, no result of an older attempt after a newer one began, and none after the end. */
    static void sound(List<SseEvent> stream) {
        assertThat(stream).isNotEmpty();
        SseEvent before = null;
        for (SseEvent event : stream) {
            if (before != null) {
                assertThat(before.isTerminal())
                        .as("nothing after the end: %s", stream)
                        .isFalse();
                var rises = event.attempt() > before.attempt()
                        || (event.attempt() == before.attempt() && event.sequence() == before.sequence() + 1);
                assertThat(rises).as("%s follows %s", event.id(), before.id()).isTrue();
            }
            before = event;
        }
        assertThat(stream.getLast().isTerminal()).isTrue();
    }

    /** Asserts that the surface showed each message once, and the same message always with the same bytes. */
    static void shownOnce(WebhookReceiver webhook) {
        assertThat(webhook.differing()).isEmpty();
        var seen = new HashSet<String>();
        for (var shown : webhook.shown()) {
            assertThat(seen.add(shown.runId() + " " + shown.kind() + " " + shown.text()))
                    .as("shown twice: %s", shown)
                    .isTrue();
        }
    }
}
