package dev.agenthost.im.slack.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.chat.text.RandomMarkdown;
import dev.agenthost.im.slack.calls.SlackCall;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any Markdown, in messages of any size: they show the text of the transcript, and only white space is lost. */
class RichTextPropertyTest {
    private static final Set<String> ELEMENTS =
            Set.of("rich_text_section", "rich_text_preformatted", "rich_text_quote");

    @Property(tries = 10_000)
    void theMessagesAreTheText(@ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int division) {
        String markdown = new RandomMarkdown(seed).document();

        List<JsonNode> bodies = SlackParts.calls(SlackParts.CHANNEL, markdown).stream()
                .flatMap(call -> LongMessage.pieces(call, division).stream())
                .<JsonNode>map(SlackParts::body)
                .toList();

        assertThat(withoutSpace(bodies.stream().map(SlackParts::shown).collect(Collectors.joining())))
                .isEqualTo(withoutSpace(MarkdownReader.read(markdown).text()));
        assertThat(bodies).allSatisfy(RichTextPropertyTest::accepted);
    }

    /** The pieces of one message have keys of their own. */
    @Property(tries = 500)
    void eachPieceHasItsKey(@ForAll long seed, @ForAll @IntRange(min = 0, max = 6) int division) {
        List<SlackCall> pieces = SlackParts.calls(SlackParts.CHANNEL, new RandomMarkdown(seed).document()).stream()
                .flatMap(call -> LongMessage.pieces(call, division).stream())
                .toList();

        assertThat(pieces).extracting(piece -> piece.key("r/1")).doesNotHaveDuplicates();
    }

    private static void accepted(JsonNode body) {
        assertThat(body.path("text").asText()).isNotBlank().doesNotContain("<", ">");
        JsonNode elements = body.at("/blocks/0/elements");
        assertThat(elements).isNotEmpty().allSatisfy(element -> {
            assertThat(element.path("type").asText()).isIn(ELEMENTS);
            assertThat(element.path("elements"))
                    .isNotEmpty()
                    .allSatisfy(span -> assertThat(span.path("text").asText()).isNotEmpty());
        });
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s", "");
    }
}
