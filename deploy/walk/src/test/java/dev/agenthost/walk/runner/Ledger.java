package dev.agenthost.walk.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The calls of the tools of {@link LedgerMcpServer}, in the order in which they happened. */
public record Ledger(Path file) {
    private static final List<String> STEPS = List.of("left", "right", "breaks", "recite", "join", "send");

    /** The steps that were executed for a rehearsal, in order. */
    List<String> steps(Rehearsal rehearsal) throws IOException {
        return steps(rehearsal.mark());
    }

    /**
     * The steps that were executed for a rehearsal, in order.
     *
     * @param mark its words
     */
    public List<String> steps(String mark) throws IOException {
        String mine = "rehearse: " + mark + "|";
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(mine))
                .map(line -> line.substring(mine.length()))
                .toList();
    }

    /** Asserts that no call happened twice, and none before those that it needs. */
    void isSound(Rehearsal rehearsal) throws IOException {
        List<String> steps = steps(rehearsal);
        assertThat(steps)
                .as("each at most once: %s", rehearsal)
                .doesNotHaveDuplicates()
                .isSubsetOf(STEPS);
        if (steps.contains("join")) {
            assertThat(steps.subList(0, steps.indexOf("join")))
                    .as("before join: %s", rehearsal)
                    .contains("left", "right");
        }
        if (steps.contains("send")) {
            assertThat(steps.subList(0, steps.indexOf("send")))
                    .as("before send: %s", rehearsal)
                    .contains("join");
        }
    }

    /** Asserts that each call happened once. */
    void isComplete(Rehearsal rehearsal) throws IOException {
        isSound(rehearsal);
        assertThat(steps(rehearsal)).containsExactlyInAnyOrderElementsOf(STEPS).endsWith("send");
    }
}
