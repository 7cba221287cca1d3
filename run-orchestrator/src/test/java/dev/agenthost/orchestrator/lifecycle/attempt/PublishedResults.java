package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.result.ResultRecord;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** The results in the records of one attempt, and the promises about them. */
final class PublishedResults {
    private final List<ResultFrame> frames = new ArrayList<>();
    private final List<List<String>> records = new ArrayList<>();

    void add(ResultRecord record) {
        try {
            List<ResultFrame> results =
                    ProtocolCodec.decode(record.value(), RunResults.class).results();
            frames.addAll(results);
            records.add(results.stream().map(ResultFrame::type).toList());
        } catch (UndecodableException e) {
            throw new IllegalStateException(e);
        }
    }

    List<String> types() {
        return frames.stream().map(ResultFrame::type).toList();
    }

    List<List<String>> recordTypes() {
        return List.copyOf(records);
    }

    /** Returns true if more than the start was published. */
    boolean hasResults() {
        return frames.stream().anyMatch(frame -> !"run.started".equals(frame.type()));
    }

    /** Returns true if a message that is the text of its deltas was published: the end of the runner alone closes one. */
    boolean closesDeltas() {
        return frames.stream()
                .anyMatch(frame ->
                        "message.completed".equals(frame.type()) && text(frame).startsWith("d"));
    }

    /** Sequences have no gap; a terminal result is the last one. */
    void checkOrder(int ends) {
        assertThat(frames.stream().map(ResultFrame::sequence).toList())
                .as("sequences without a gap")
                .isEqualTo(LongStream.rangeClosed(1, frames.size()).boxed().toList());
        assertThat(types().stream().filter(PublishedResults::isTerminal)).hasSize(ends);
        assertThat(ends == 0 || isTerminal(types().getLast())).isTrue();
    }

    /** Published deltas are the first ones that the runner sent, each once and in order. */
    void checkDeltas(String sent) {
        StringBuilder text = new StringBuilder();
        frames.forEach(frame -> text.append(delta(frame)));
        assertThat(sent).startsWith(text);
    }

    /**
     * Each message is published once, and no delta of a run that has ended is left open.
     *
     * @param asks texts of messages whose effect was asked for
     */
    void checkMessages(List<String> asks, boolean ended) {
        StringBuilder open = new StringBuilder();
        Set<String> messages = new HashSet<>();
        for (ResultFrame frame : frames) {
            open.append(delta(frame));
            if ("message.completed".equals(frame.type())) {
                String text = text(frame);
                assertThat(messages.add(text)).as(text + " is published once").isTrue();
                if (text.startsWith("d")) {
                    assertThat(text).startsWith(open);
                }
                open.setLength(0);
            }
        }
        assertThat(ended && !open.isEmpty()).as("a message is left open").isFalse();
        assertThat(messages)
                .as("a message whose bytes were to be stored is lost")
                .containsAll(asks);
    }

    private static boolean isTerminal(String type) {
        return "run.completed".equals(type) || "run.failed".equals(type);
    }

    private static String delta(ResultFrame frame) {
        return "message.delta".equals(frame.type())
                ? frame.data().at("/chunk/content").asText()
                : "";
    }

    /** Of a large text, the beginning. */
    private static String text(ResultFrame frame) {
        var content = frame.data().at("/message/content");
        String text = content.isArray() ? content.at("/0/text").asText() : content.asText();
        return text.substring(0, Math.min(text.length(), 400));
    }
}
