package dev.agenthost.actiongraph.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.markdown.MarkdownFence.Position;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutlineParserTest {
    @Test
    void aSectionEndsBeforeTheNextHeadingOfItsLevel() {
        MarkdownOutline outline = OutlineParser.parse(
                "# all\nIntro.\n\n## review.prompt\nLook.\n\n### steps\n1. Read.\n\n## shared context\nText.\n");

        assertThat(outline.sections())
                .containsEntry("review.prompt", "Look.\n\n### steps\n1. Read.")
                .containsEntry("steps", "1. Read.")
                .containsEntry("shared_context", "Text.")
                .hasEntrySatisfying(
                        "all", text -> assertThat(text).startsWith("Intro.").endsWith("Text."));
    }

    @Test
    void headingsAreNormalised() {
        assertThat(OutlineParser.parse("## `Review`  *Code*\nx").sections()).containsEntry("review_code", "x");
        assertThat(OutlineParser.parse("Review\n======\nx").sections()).containsEntry("review", "x");
        assertThat(OutlineParser.parse("## inspect_code.prompt ##\nx").sections())
                .containsEntry("inspect_code.prompt", "x");
        assertThat(OutlineParser.parse("##review\nx").sections()).isEmpty();
    }

    @Test
    void aDeclarationIsNoPartOfASection() {
        MarkdownOutline outline = OutlineParser.parse(
                "## a\nLook.\n\n```json agent-protocol\n{}\n```\n\nWrite.\n\n## b\n```json\n{}\n```");

        assertThat(outline.sections())
                .containsOnly(Map.entry("a", "Look.\n\n\n\nWrite."), Map.entry("b", "```json\n{}\n```"));
    }

    @Test
    void aRepeatedHeadingHasNoSection() {
        MarkdownOutline outline = OutlineParser.parse("## a\n1\n\n## b\n2\n\n## A\n3");

        assertThat(outline.sections()).containsOnlyKeys("b");
        assertThat(outline.repeatedSections()).containsExactly("a");
    }

    @Test
    void aHeadingInAFenceIsText() {
        MarkdownOutline outline = OutlineParser.parse("## a\n~~~\n## b\n```\n~~~\nend");

        assertThat(outline.sections()).containsExactly(Map.entry("a", "~~~\n## b\n```\n~~~\nend"));
    }

    @Test
    void fencesHaveTheirPositionAndEnd() {
        MarkdownOutline outline = OutlineParser.parse("- ```x\n  1\n  ```\n\n> ```y\n> 2\n> ```\n\n~~~ z a\n3\n```\n4");

        assertThat(outline.fences())
                .containsExactly(
                        new MarkdownFence("x", "1\n", true, Position.LIST),
                        new MarkdownFence("y", "2\n", true, Position.QUOTATION),
                        new MarkdownFence("z a", "3\n```\n4\n", false, Position.TOP));
    }

    @Test
    void proseIsWhatIsNeitherCodeNorQuotation() {
        assertThat(OutlineParser.parse("one\n\n```\ntwo\n```\n\n> three\n\n    four\n\nfive")
                        .prose())
                .contains("one", "five")
                .doesNotContain("two", "three", "four");
    }

    @Test
    void deepNestingIsBounded() {
        assertThat(OutlineParser.parse(">".repeat(100_000) + " x").fences()).isEmpty();
        assertThat(OutlineParser.parse("[".repeat(100_000)).sections()).isEmpty();
    }
}
