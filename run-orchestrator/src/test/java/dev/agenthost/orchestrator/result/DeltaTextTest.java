package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DeltaTextTest {

    @Property
    void publishesTheSameIncrementsForDeclaredIncrementsAndForAccumulatedText(@ForAll("splits") List<String> parts) {
        assertThat(said(DeltaMode.ACCUMULATED, accumulated(parts))).isEqualTo(said(DeltaMode.INCREMENT, parts));
        assertThat(said(DeltaMode.INCREMENT, parts)).isEqualTo(parts);
    }

    @Property
    void endsWithTheWholeTextHoweverItWasSplit(@ForAll("splits") List<String> parts) {
        DeltaText text = new DeltaText(DeltaMode.INCREMENT);
        String delta = parts.stream().map(part -> text.add(part, null)).collect(Collectors.joining());

        assertThat(text.text()).isEqualTo(String.join("", parts)).isEqualTo(delta);
    }

    @Property
    void believesAllContentWhateverTheContentIs(@ForAll("splits") List<String> parts) {
        DeltaText text = new DeltaText(DeltaMode.INCREMENT);
        List<String> said = new ArrayList<>();
        StringBuilder all = new StringBuilder();
        for (String part : parts) {
            said.add(text.add(part, all.append(part).toString()));
        }
        assertThat(said).isEqualTo(parts);
        assertThat(text.text()).isEqualTo(String.join("", parts));
    }

    @Test
    void accumulatedTextMayBeRewritten() {
        DeltaText text = new DeltaText(DeltaMode.ACCUMULATED);
        text.add("I think", null);

        assertThat(text.add("I know", null)).isEmpty();
        assertThat(text.text()).isEqualTo("I know");
    }

    @Test
    void takesTheSameAccumulatedTextAgainAsARepetition() {
        DeltaText text = new DeltaText(DeltaMode.ACCUMULATED);
        text.add("the whole answer at once", null);

        assertThat(text.add("the whole answer at once", null)).isEmpty();
        assertThat(text.text()).isEqualTo("the whole answer at once");
    }

    @Provide
    Arbitrary<List<String>> splits() {
        Arbitrary<String> part =
                Arbitraries.strings().withChars("abcde 你好。").ofMinLength(1).ofMaxLength(6);
        return Combinators.combine(part, part.list().ofMaxSize(12)).as((first, rest) -> {
            List<String> parts = new ArrayList<>(List.of(first));
            parts.addAll(rest);
            return parts;
        });
    }

    private static List<String> accumulated(List<String> parts) {
        List<String> all = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> all.add(text.append(part).toString()));
        return all;
    }

    private static List<String> said(DeltaMode mode, List<String> deltas) {
        DeltaText text = new DeltaText(mode);
        return deltas.stream().map(delta -> text.add(delta, null)).toList();
    }
}
