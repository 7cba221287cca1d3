package dev.agenthost.gateway.intake.connection;

import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.Set;

/** The app by which a bot connects to its platform. Equal if a connection of the one is a connection of the other. */
public interface ConnectedApp {
    /**
     * Returns the identities that no other bot with a connection may have: of several bots of one app one has a connection, because each would
     * get a random part of the events. What a registration only claims is compared within its workspace alone, so that no workspace can take
     * the connection of another one away.
     */
    Set<Object> identities();

    /** Asks for the address of a new connection. Never fails: an error is an outcome. */
    Uni<AddressAnswer> address();

    /**
     * Reads the answer to an upgrade that was refused.
     *
     * @param headers by their names in lower case
     */
    AddressAnswer.Problem ofUpgrade(int status, Map<String, String> headers);

    /** Returns the protocol of one connection of the bot to an address. */
    SocketProtocol protocol(BotRegistration bot, AddressAnswer.Address address);
}
