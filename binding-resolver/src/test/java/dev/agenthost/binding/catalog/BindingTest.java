package dev.agenthost.binding.catalog;

import static dev.agenthost.binding.Sets.BOT;
import static dev.agenthost.binding.Sets.WORKSPACE;
import static dev.agenthost.binding.Sets.binding;
import static dev.agenthost.binding.Sets.disabled;
import static dev.agenthost.binding.Sets.filtered;
import static dev.agenthost.binding.Sets.withPriority;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BindingTest {
    private final Binding one = binding("one", BOT, "message.*", "group.*");

    @Test
    void clashesWithAnEqualOfTheSameScopePatternAndPriority() {
        assertThat(one.clashesWith(binding("two", BOT, "group.*"))).isTrue();
    }

    @Test
    void aPriorityAScopeOrAPatternTellsThemApart() {
        assertThat(one.clashesWith(withPriority(binding("two", BOT, "group.*"), 1)))
                .isFalse();
        assertThat(one.clashesWith(binding("two", WORKSPACE, "group.*"))).isFalse();
        assertThat(one.clashesWith(binding("two", BOT, "group.joined", "*"))).isFalse();
    }

    @Test
    void neitherItselfNorOneThatIsOffClashes() {
        assertThat(one.clashesWith(one)).isFalse();
        assertThat(one.clashesWith(disabled(binding("two", BOT, "group.*")))).isFalse();
        assertThat(disabled(one).clashesWith(binding("two", BOT, "group.*"))).isFalse();
    }

    @Test
    void filtersThatNoActorPassesBothTellThemApart() {
        assertThat(clash(types("user"), types("bot"))).isFalse();
        assertThat(clash(types("user"), types("bot", "user"))).isTrue();
        assertThat(clash(ids("ada"), ids("bob"))).isFalse();
        assertThat(clash(ids("ada"), ids("ada", "bob"))).isTrue();
        assertThat(clash(ids("ada"), not("ada"))).isFalse();
        assertThat(clash(ids("ada", "bob"), not("ada"))).isTrue();
        assertThat(clash(not("ada"), not("bob"))).isTrue();
        assertThat(clash(types("user"), ids("ada"))).isTrue();
        assertThat(clash(ActorFilter.NONE, not("ada"))).isTrue();
    }

    @Test
    void theActorOfTheScopeIsTheOnlyOneThatCounts() {
        BindingScope ada = new BindingScope.Actor(null, "ada");

        assertThat(filtered(binding("one", ada, "*"), not("ada")).clashesWith(binding("two", ada, "*")))
                .isFalse();
        assertThat(filtered(binding("one", ada, "*"), not("bob")).clashesWith(binding("two", ada, "*")))
                .isTrue();
    }

    @Test
    void refusesWhatIsNoPattern() {
        for (String wrong :
                List.of("", "**", "message.", ".message", "Message.received", "message*", "*.received", "a b")) {
            assertThatThrownBy(() -> new EventPattern(wrong)).as(wrong).isInstanceOf(InvalidFieldException.class);
        }
    }

    @Test
    void refusesAFilterThatNamesNobody() {
        assertThatThrownBy(() -> new ActorFilter(null, List.of(), null)).isInstanceOf(InvalidFieldException.class);
    }

    private static boolean clash(ActorFilter one, ActorFilter two) {
        Binding first = filtered(binding("one", BOT, "*"), one);
        Binding second = filtered(binding("two", BOT, "*"), two);
        assertThat(second.clashesWith(first)).isEqualTo(first.clashesWith(second));
        return first.clashesWith(second);
    }

    private static ActorFilter types(String... types) {
        return new ActorFilter(List.of(types), null, null);
    }

    private static ActorFilter ids(String... ids) {
        return new ActorFilter(null, List.of(ids), null);
    }

    private static ActorFilter not(String... ids) {
        return new ActorFilter(null, null, List.of(ids));
    }
}
