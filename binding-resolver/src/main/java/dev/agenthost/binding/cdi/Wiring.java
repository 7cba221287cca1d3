package dev.agenthost.binding.cdi;

import dev.agenthost.binding.agent.Agent;
import dev.agenthost.binding.agent.postgres.AgentRows;
import dev.agenthost.binding.binding.Binding;
import dev.agenthost.binding.binding.postgres.BindingRows;
import dev.agenthost.binding.catalog.BindingSource;
import dev.agenthost.binding.catalog.CurrentBindings;
import dev.agenthost.binding.change.ChangeJournal;
import dev.agenthost.binding.change.Register;
import dev.agenthost.binding.change.postgres.PostgresRegister;
import dev.agenthost.binding.langbot.LangBotImporter;
import dev.agenthost.binding.readiness.Trouble;
import dev.agenthost.binding.runner.KnownRunners;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the beans of what knows of no container. */
class Wiring {
    private Wiring() {}

    @Produces
    @Singleton
    static CurrentBindings currentBindings(BindingSource source) {
        return new CurrentBindings(source);
    }

    @Produces
    @Singleton
    static Register<Agent> agents(ChangeJournal journal) {
        return new PostgresRegister<>(journal, new AgentRows());
    }

    @Produces
    @Singleton
    static Register<Binding> bindings(ChangeJournal journal) {
        return new PostgresRegister<>(journal, new BindingRows());
    }

    @Produces
    @Singleton
    static LangBotImporter langBotImporter(Register<Agent> agents, Register<Binding> bindings, KnownRunners runners) {
        return new LangBotImporter(agents, bindings, runners);
    }

    @Produces
    @Singleton
    static Trouble trouble() {
        return new Trouble();
    }
}
