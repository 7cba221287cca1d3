package dev.agenthost.actiongraph.reference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceParserTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    md:review_toolbar.prompt                      | Section       | md:review_toolbar.prompt
                    md:Review.Prompt                              | Section       | md:review.prompt
                    action:inspect.summary                        | ActionResult  | action:inspect.summary
                    action:inspect.status                         | ActionResult  | action:inspect.status
                    action:inspect.output                         | ActionResult  | action:inspect.output
                    action:a-b_1.output.items[0].id               | ActionResult  | action:a-b_1.output.items[0].id
                    action:a.output[0][12].x-y                    | ActionResult  | action:a.output[0][12].x-y
                    input:user.goal                               | RequestInput  | input:user.goal
                    input:user                                    | RequestInput  | input:user
                    artifact:test_report                          | NamedArtifact | artifact:test_report
                    artifact://call_read_extension                | StoredArtifact | artifact://call_read_extension
                    artifact://run_123/inspect_code               | StoredArtifact | artifact://run_123/inspect_code
                    runtime://run_123                             | RuntimeRecord | runtime://run_123
                    runtime://run_123/actions/review/output       | RuntimeRecord | runtime://run_123/actions/review/output
                    runtime://runs/run_123/actions/review/output  | RuntimeRecord | runtime://run_123/actions/review/output
                    runtime://runs/run_123/actions/review         | RuntimeRecord | runtime://run_123/actions/review
                    runtime://runs/actions                        | RuntimeRecord | runtime://actions
                    loop:item                                     | LoopItem      | loop:item
                    loop:item.file.name                           | LoopItem      | loop:item.file.name
                    loop:index                                    | LoopIndex     | loop:index
                    """)
    void parsesEachKind(String text, String kind, String normal) {
        assertThat(ReferenceParser.parse(text)).isInstanceOfSatisfying(ReferenceSyntax.Parsed.class, parsed -> {
            assertThat(parsed.reference()).hasToString(normal);
            assertThat(parsed.reference().getClass().getSimpleName()).isEqualTo(kind);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    ``                              | 0
                    review                          | 0
                    md:                             | 0
                    md:review prompt                | 0
                    file:src/toolbar.ts             | 0
                    Action:a.output                 | 0
                    action:a                        | 8
                    action:a.                       | 9
                    action:a.result                 | 9
                    action:a.outputs                | 9
                    action:1a.output                | 7
                    action:a.summary.x              | 16
                    action:a.output.                | 15
                    action:a.output[x]              | 15
                    action:a.output[-1]             | 15
                    action:a.output[123456]         | 15
                    action:a.output[0               | 15
                    input:1                         | 6
                    input:user..goal                | 10
                    artifact:..                     | 9
                    artifact://a//b                 | 12
                    artifact://../x                 | 11
                    artifact:///etc/passwd          | 0
                    runtime://                      | 0
                    runtime://run/action/a/output   | 10
                    runtime://run/actions/a/stdout  | 24
                    runtime://run/actions/a/output/x | 10
                    runtime://run/../other          | 10
                    loop:items                      | 9
                    loop:count                      | 5
                    loop:index.x                    | 10
                    """)
    void refusesEverythingElseWithItsPosition(String text, int position) {
        assertThat(ReferenceParser.parse(text))
                .isInstanceOfSatisfying(ReferenceSyntax.Malformed.class, malformed -> assertThat(malformed.position())
                        .isEqualTo(position));
    }

    @Test
    void lengthAndStepsAreBounded() {
        assertThat(ReferenceParser.parse("action:a.output" + "[0]".repeat(16)))
                .isInstanceOf(ReferenceSyntax.Parsed.class);
        assertThat(ReferenceParser.parse("action:a.output" + "[0]".repeat(17)))
                .isInstanceOf(ReferenceSyntax.Malformed.class);
        assertThat(ReferenceParser.parse("md:" + "x".repeat(128))).isInstanceOf(ReferenceSyntax.Parsed.class);
        assertThat(ReferenceParser.parse("md:" + "x".repeat(129))).isInstanceOf(ReferenceSyntax.Malformed.class);
        assertThat(ReferenceParser.parse("md:" + "x".repeat(1_000_000))).isInstanceOf(ReferenceSyntax.Malformed.class);
    }

    @Test
    void textWithBlanksIsNoReference() {
        assertThat(ReferenceParser.isReferenceLike("action:a.outputs")).isTrue();
        assertThat(ReferenceParser.isReferenceLike("action: do it")).isFalse();
        assertThat(ReferenceParser.isReferenceLike("input:one two")).isFalse();
        assertThat(ReferenceParser.isReferenceLike("https://example.com")).isFalse();
    }
}
