package dev.agenthost.actiongraph.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of all references. */
class ReferencePropertyTest {
    @Property(tries = 1_000)
    void theTextOfAReferenceIsTheReference(@ForAll("texts") String text) {
        if (ReferenceParser.parse(text) instanceof ReferenceSyntax.Parsed(Reference reference)) {
            assertThat(ReferenceParser.parse(reference.toString())).isEqualTo(new ReferenceSyntax.Parsed(reference));
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(List.of(
                        "md:",
                        "action:",
                        "input:",
                        "artifact:",
                        "//",
                        "runtime://",
                        "loop:",
                        "item",
                        "index",
                        "runs/",
                        "a",
                        "B1",
                        ".",
                        "/",
                        "/actions/",
                        "output",
                        "summary",
                        "[0]",
                        "[",
                        "x"))
                .list()
                .ofMinSize(1)
                .ofMaxSize(7)
                .map(words -> String.join("", words));
    }
}
