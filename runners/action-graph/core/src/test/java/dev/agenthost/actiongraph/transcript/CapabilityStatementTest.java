package dev.agenthost.actiongraph.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.ExecutorType;
import dev.agenthost.actiongraph.executor.ExecutorAvailability;
import dev.agenthost.actiongraph.executor.ExecutorRegistry;
import dev.agenthost.actiongraph.executor.RegisteredExecutor;
import dev.agenthost.actiongraph.result.ActionResults;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapabilityStatementTest {
    @Test
    void agentsAndUnavailableExecutorsStateIfTheyCanExecute() {
        ExecutorRegistry registry = new ExecutorRegistry(List.of(
                executor("read", ExecutorType.TOOL, ExecutorAvailability.AVAILABLE),
                executor("reviewer", ExecutorType.AGENT, ExecutorAvailability.BUSY),
                executor("mail", ExecutorType.SERVICE, ExecutorAvailability.UNAVAILABLE),
                executor("writer", ExecutorType.AGENT, ExecutorAvailability.UNAVAILABLE)));

        assertThat(CapabilityStatement.of(registry).json()).isEqualTo(ActionResults.json("""
                                {'executors':[
                                 {'name':'read','type':'tool','description':'Does it.','capabilities':['a','b']},
                                 {'name':'reviewer','type':'agent','description':'Does it.','capabilities':['a','b'],'can_execute':true},
                                 {'name':'writer','type':'agent','description':'Does it.','capabilities':['a','b'],'can_execute':false},
                                 {'name':'mail','type':'service','description':'Does it.','capabilities':['a','b'],'can_execute':false}]}
                                """));
    }

    @Test
    void aRegistryWithoutExecutorsIsAnEmptyList() {
        assertThat(new CapabilityStatement(List.of()).json()).isEqualTo(ActionResults.json("{'executors':[]}"));
    }

    private static RegisteredExecutor executor(String name, ExecutorType type, ExecutorAvailability availability) {
        return new RegisteredExecutor(name, type, "Does it.", Set.of("b", "a"), availability, BigDecimal.ZERO, null);
    }
}
