package dev.agenthost.binding.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.ToolNames;
import dev.agenthost.protocol.run.TurnPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNarrowingTest {
    @Test
    void aBindingKeepsOneToolOfAServerThatTheAgentHasWhole() {
        assertThat(ToolNames.both(List.of("files/*"), List.of("files/read", "web/get")))
                .containsExactly("files/read");
    }

    @Test
    void aBindingThatKeepsAServerKeepsOnlyWhatTheAgentHasOfIt() {
        assertThat(ToolNames.both(List.of("files/read", "web/get"), List.of("files/*")))
                .containsExactly("files/read");
        assertThat(ToolNames.both(List.of("files/*"), List.of("files/*"))).containsExactly("files/*");
    }

    @Test
    void namesThatBeginAlikeAreNotOneServer() {
        assertThat(ToolNames.both(List.of("files/*"), List.of("files2/read", "file/read", "files")))
                .isEmpty();
    }

    @Test
    void whatIsNotNarrowedStays() {
        assertThat(ToolNames.both(List.of("files/*", "activate"), null)).containsExactly("files/*", "activate");
        assertThat(ToolNames.both(List.of("files/*"), List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "*/read", "files/r*", "files/**", "/*", "/read", "a*b"})
    void aStarMeansAllOfOneServerAndNothingElse(String tool) {
        assertThatThrownBy(() -> PolicyRules.check(policies(tool)))
                .isInstanceOfSatisfying(InvalidFieldException.class, why -> assertThat(why.field())
                        .isEqualTo("resource_policy.tools"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"files/*", "files/read", "activate", "files/a/b", "files/read.all"})
    void aToolOfAServerAndOneOfTheHostsAreNames(String tool) {
        PolicyRules.check(policies(tool));
    }

    private static AgentPolicies policies(String tool) {
        return new AgentPolicies(
                new ResourcePolicy(
                        List.of(), List.of(tool), List.of(), List.of(), List.of(), List.of(), List.of(), null),
                StatePolicy.defaults(),
                DeliveryPolicy.defaults(),
                TurnPolicy.SERIAL,
                RetryPolicy.NEVER,
                DeadlinePolicy.defaults());
    }
}
