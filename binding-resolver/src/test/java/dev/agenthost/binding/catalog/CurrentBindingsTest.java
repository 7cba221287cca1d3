package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Sets;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CurrentBindingsTest {
    @Test
    void anOlderAnswerThatComesLateIsDropped() {
        List<UniEmitter<? super BindingChange>> answers = new ArrayList<>();
        CurrentBindings bindings = new CurrentBindings(since -> Uni.createFrom().emitter(answers::add));
        bindings.refresh().subscribe().with(set -> {});
        bindings.refresh().subscribe().with(set -> {});

        answers.get(1).complete(change(2, "new"));
        answers.get(0).complete(change(1, "old"));

        assertThat(ids(bindings)).containsExactly("new");
    }

    @Test
    void whatDidNotChangeStays() {
        List<BindingChange> changes = List.of(
                new BindingChange(1, Map.of("demo", candidates("b1"), "other", candidates("b2"))),
                new BindingChange(2, Map.of("other", List.of())));
        CurrentBindings bindings = new CurrentBindings(since -> Uni.createFrom().item(changes.get(since < 0 ? 0 : 1)));
        bindings.refresh().await().indefinitely();

        BindingSet set = bindings.refresh().await().indefinitely();

        assertThat(set.at("demo", Sets.BOT)).hasSize(1);
        assertThat(set.at("other", Sets.BOT)).isEmpty();
        assertThat(set.revision()).isEqualTo(2);
    }

    @Test
    void waitsForTheFirstLoadOnly() {
        List<Long> asked = new ArrayList<>();
        CurrentBindings bindings = new CurrentBindings(since -> {
            asked.add(since);
            return Uni.createFrom().item(new BindingChange(0, Map.of()));
        });

        bindings.loaded().await().indefinitely();
        bindings.loaded().await().indefinitely();

        assertThat(asked).containsExactly(-1L);
    }

    private static List<String> ids(CurrentBindings bindings) {
        return bindings.loaded().await().indefinitely().at("demo", Sets.BOT).stream()
                .map(candidate -> candidate.binding().bindingId())
                .toList();
    }

    private static BindingChange change(long revision, String bindingId) {
        return new BindingChange(revision, Map.of("demo", candidates(bindingId)));
    }

    private static List<Candidate> candidates(String bindingId) {
        return List.of(Candidate.of(Sets.binding(bindingId, Sets.BOT, "*"), Sets.agent()));
    }
}
