package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.TakeoverCommand;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stand-in for delivery-service: takes every conversation over. */
public final class ScriptedDelivery extends ScriptedCommands<TakeoverCommand> {
    public static final List<TakeoverCommand> COMMANDS = new CopyOnWriteArrayList<>();
    public static volatile int status = 200;

    public ScriptedDelivery() {
        super("agenthost.delivery-service.url", "/internal/v1/takeover-commands", TakeoverCommand.class);
    }

    @Override
    void received(TakeoverCommand command) {
        COMMANDS.add(command);
    }

    @Override
    String outcome() {
        return "taken_over";
    }

    @Override
    int status() {
        return status;
    }
}
