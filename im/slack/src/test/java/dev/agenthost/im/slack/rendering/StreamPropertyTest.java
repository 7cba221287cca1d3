package dev.agenthost.im.slack.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.slack.calls.SlackCall;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Any Markdown, streamed in any pieces: the stream shows its beginning, mentions nobody, and ends with its message. */
class StreamPropertyTest {

    @Property(tries = 10_000)
    void whatIsAppendedIsTheMarkdownSoFar(@ForAll long seed) {
        Random random = new Random(seed);
        String markdown = new RandomMarkdown(seed).document() + "<!here> <@U1> 𝄞 <#C1>";
        String shown = "";
        StringBuilder stream = new StringBuilder();
        for (int to = 0; to < markdown.length(); to = Math.min(markdown.length(), to + 1 + random.nextInt(40))) {
            String wanted = StreamText.complete(markdown.substring(0, to));
            String addition = StreamText.addition(shown, wanted).orElseThrow();
            stream.append(addition);
            shown = wanted;
            assertThat(markdown.offsetByCodePoints(0, markdown.codePointCount(0, shown.length())))
                    .as("no character is cut in two")
                    .isEqualTo(shown.length());
        }

        assertThat(stream.toString()).doesNotContain("<@", "<!", "<#");
        assertThat(stream.toString().replace("\u200B", "")).isEqualTo(shown.replace("\u200B", ""));
        assertThat(markdown).startsWith(shown);
    }

    @Test
    void whatIsShownIsNotTakenBack() {
        assertThat(StreamText.addition("half", "have")).isEmpty();
        assertThat(StreamText.addition("half", "hal")).isEmpty();
        assertThat(StreamText.addition("half", "half")).contains("");
        assertThat(StreamText.addition("", "x".repeat(StreamText.LONGEST))).isPresent();
        assertThat(StreamText.addition("", "x".repeat(StreamText.LONGEST + 1))).isEmpty();
    }

    @Test
    void aTextOfSeveralMessagesIsNotStreamedOn() {
        assertThat(SlackRenderer.previewText("word ".repeat(700)).orElseThrow().markdown())
                .isNotNull();
        assertThat(SlackRenderer.previewText("word ".repeat(1_000))
                        .orElseThrow()
                        .isFull())
                .isTrue();
    }

    /** A stream needs a thread, a person and a workspace. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"channel\":\"C1\",\"ts\":\"1.1\",\"user\":\"U1\",\"team\":\"T1\"}|1.1",
                "{\"channel\":\"D1\",\"channel_type\":\"im\",\"ts\":\"1.1\",\"thread_ts\":\"1.0\",\"user\":\"U1\",\"team\":\"T1\"}|1.0",
                "{\"channel\":\"D1\",\"channel_type\":\"im\",\"ts\":\"1.1\",\"user\":\"U1\",\"team\":\"T1\"}|",
                "{\"channel\":\"C1\",\"ts\":\"1.1\",\"team\":\"T1\"}|",
                "{\"channel\":\"C1\",\"ts\":\"1.1\",\"user\":\"U1\"}|",
                "{\"channel\":\"C1\",\"ts\":\"1.1\",\"user\":\"u/1\",\"team\":\"T1\"}|",
                "{\"ts\":\"1.1\",\"user\":\"U1\",\"team\":\"T1\"}|",
                "[]|"
            })
    void aStreamIsInAThread(String target, String thread) {
        assertThat(StreamTarget.of(SlackParts.json(target)).map(StreamTarget::thread))
                .isEqualTo(Optional.ofNullable(thread));
    }

    /** The message that was a stream gets the key of a preview, with its stop and with the complete text. */
    @Test
    void theMessageOfAStreamHasAKeyInTheEnd() {
        List<SlackCall> calls = SlackParts.calls(SlackParts.CHANNEL, "whole");
        SlackCall edit = SlackRenderer.replacing("C1", PreviewedMessage.of("stream:1.2"), calls)
                .getFirst();
        String key = SlackParts.body(SlackRenderer.preview(new SlackTarget("C1", null), edit.text()))
                .at("/metadata/event_payload/key")
                .asText();

        assertThat(edit.isOfStream()).isTrue();
        assertThat(SlackParts.body(edit).has(SlackCall.STREAM)).isFalse();
        for (SlackCall call : List.of(edit, StreamTarget.stop("C1", "1.2"))) {
            assertThat(SlackParts.body(call).path("ts").asText()).isEqualTo("1.2");
            assertThat(SlackParts.body(call).at("/metadata/event_payload/key").asText())
                    .isEqualTo(key);
        }
        assertThat(SlackRenderer.replacing("C1", PreviewedMessage.of("1.2"), calls)
                        .getFirst()
                        .isOfStream())
                .isFalse();
        assertThat(SlackRenderer.replacing("C1", PreviewedMessage.of("stream:1.2"), List.of()))
                .singleElement()
                .matches(call -> call.method().equals("chat.delete") && call.isOfStream());
    }

    /** A stream has no key: it is a message of the app in the thread, without metadata and files, with the first words of the answer. */
    @ParameterizedTest
    @CsvSource({"other,1.5", "half,", "halfway,1.5", "ha <b>,1.5"})
    void aStreamIsFoundAmongTheMessagesOfAThread(String other, String ts) {
        StreamCandidates streams = new StreamCandidates("A1", "1.0", "half <and> whole");
        assertThat(streams.isEmpty()).isTrue();
        streams.add(SlackParts.json("""
                [{"ts":"1.0","app_id":"A1","text":"half"},{"ts":"1.1","user":"U1","text":"half"},
                 {"ts":"1.2","app_id":"A2","text":"half"},{"ts":"1.3","app_id":"A1","text":"","files":[{"id":"F1"}]},
                 {"ts":"1.4","app_id":"A1","text":"half","metadata":{"event_type":"agenthost_message"}}]"""));
        assertThat(streams.isEmpty()).isTrue();
        streams.add(SlackParts.json("""
                [{"ts":"1.5","app_id":"A1","text":"*half* &lt;an"},{"app_id":"A1"},{"ts":"1.6","app_id":"A1","text":"%s"}]""".formatted(other)));

        assertThat(streams.stream()).isEqualTo(Optional.ofNullable(ts));
        assertThat(streams.isEmpty()).isFalse();
    }
}
