package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.binding.Sets;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BindingCacheTest {
    @Test
    void anOlderAnswerThatComesLateIsDropped() {
        List<UniEmitter<? super BindingChange>> answers = new ArrayList<>();
        BindingCache bindings = new BindingCache(since -> Uni.createFrom().emitter(answers::add));
        List<BindingSet> seen = new ArrayList<>();
        bindings.upToDate().subscribe().with(seen::add);
        bindings.upToDate().subscribe().with(seen::add);

        answers.get(1).complete(change(2, "new"));
        answers.get(0).complete(change(1, "old"));

        assertThat(seen).hasSize(2).allSatisfy(set -> assertThat(ids(set)).containsExactly("new"));
    }

    @Test
    void whatDidNotChangeStays() {
        List<BindingChange> changes = List.of(
                new BindingChange(1, Map.of("demo", candidates("b1"), "other", candidates("b2"))),
                new BindingChange(2, Map.of("other", List.of())));
        BindingCache bindings = new BindingCache(since -> Uni.createFrom().item(changes.get(since < 0 ? 0 : 1)));
        bindings.upToDate().await().indefinitely();

        BindingSet set = bindings.upToDate().await().indefinitely();

        assertThat(set.at("demo", Sets.BOT)).hasSize(1);
        assertThat(set.at("other", Sets.BOT)).isEmpty();
        assertThat(set.revision()).isEqualTo(2);
    }

    @Test
    void asksOnlyForWhatChangedSince() {
        List<Long> asked = new ArrayList<>();
        BindingCache bindings = new BindingCache(since -> {
            asked.add(since);
            return Uni.createFrom().item(new BindingChange(7, Map.of()));
        });

        bindings.upToDate().await().indefinitely();
        bindings.upToDate().await().indefinitely();

        assertThat(asked).containsExactly(-1L, 7L);
    }

    private static List<String> ids(BindingSet bindings) {
        return bindings.at("demo", Sets.BOT).stream()
                .map(candidate -> candidate.binding().bindingId())
                .toList();
    }

    private static BindingChange change(long revision, String bindingId) {
        return new BindingChange(revision, Map.of("demo", candidates(bindingId)));
    }

    private static List<BindingCandidate> candidates(String bindingId) {
        return List.of(BindingCandidate.of(Sets.binding(bindingId, Sets.BOT, "*"), Sets.agent()));
    }
}
