package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.gateway.bot.PressSubmission;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.BotEventOutcome;
import dev.agenthost.gateway.intake.MappingDefects;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.calls.DiscordResponse;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import dev.agenthost.im.discord.inbound.DiscordFile;
import dev.agenthost.im.discord.inbound.DiscordIdentity;
import dev.agenthost.im.discord.inbound.DiscordInbound;
import dev.agenthost.im.discord.inbound.DiscordMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.topic.DeadLetterReason;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes in one event or interaction: publishes it, submits its pressed button or its form, or dead-letters it. An interaction has the same outcome
 * over the gateway and over HTTP. A repeated event has the same id.
 */
public final class DiscordEventIntake {
    private static final Logger LOG = Logger.getLogger(DiscordEventIntake.class);

    /** The type of an interaction over the gateway. */
    static final String INTERACTION = "INTERACTION_CREATE";

    /** A server is announced with all its channels, members and threads; the event is made of these members. */
    static final String SERVER = "GUILD_CREATE";

    private static final Set<String> OF_SERVER =
            Set.of("id", "name", "joined_at", "unavailable", "system_channel_id", "owner_id", "member_count");

    private final BotEventIntake events;
    private final PressSubmission presses;
    private final DiscordForms forms;
    private final DiscordDownloads downloads;
    private final InstantSource clock;

    public DiscordEventIntake(
            BotEventIntake events,
            ButtonPressClient presses,
            DiscordForms forms,
            DiscordDownloads downloads,
            InstantSource clock) {
        this.events = events;
        this.presses = new PressSubmission(presses);
        this.forms = forms;
        this.downloads = downloads;
        this.clock = clock;
    }

    /**
     * Takes in an event of the gateway. Blocks until the outcome is known. A payload that makes the mapping fail is a dead letter.
     *
     * @param userId of the bot, as its session names it; null if it does not
     */
    DiscordReply take(BotRegistration bot, @Nullable String userId, DiscordDispatch dispatch)
            throws InterruptedException {
        DiscordIdentity identity =
                DiscordIdentity.of(bot.botId(), bot.options()).as(userId);
        return take(
                bot,
                dispatch.data(),
                stored(dispatch),
                () -> DiscordInbound.dispatch(dispatch, identity, clock.instant()));
    }

    /** Takes in an interaction that arrived over HTTP, as {@link #take(BotRegistration, String, DiscordDispatch)} does. */
    DiscordReply take(BotRegistration bot, JsonNode interaction) throws InterruptedException {
        DiscordIdentity identity = DiscordIdentity.of(bot.botId(), bot.options());
        return take(
                bot, interaction, withoutToken(interaction), () -> DiscordInbound.interaction(interaction, identity));
    }

    private DiscordReply take(BotRegistration bot, JsonNode payload, JsonNode stored, Supplier<DiscordMapping> mapping)
            throws InterruptedException {
        return MappingDefects.recover(() -> mapped(bot, payload, stored, mapping.get()), defect -> {
            LOG.errorf(defect, "event is not usable: botId=%s", bot.botId());
            return deadLetter(bot, stored, "$ cannot be read");
        });
    }

    private static JsonNode stored(DiscordDispatch dispatch) {
        return switch (dispatch.type()) {
            case INTERACTION -> withoutToken(dispatch.data());
            case SERVER ->
                dispatch.data() instanceof ObjectNode server ? server.deepCopy().retain(OF_SERVER) : dispatch.data();
            default -> dispatch.data();
        };
    }

    /** The token admits to responses in the name of the application. */
    private static JsonNode withoutToken(JsonNode interaction) {
        return interaction instanceof ObjectNode object ? object.deepCopy().without("token") : interaction;
    }

    private DiscordReply mapped(BotRegistration bot, JsonNode payload, JsonNode stored, DiscordMapping mapping)
            throws InterruptedException {
        return switch (mapping) {
            case DiscordMapping.Event(ObjectNode event, List<DiscordFile> attached, DiscordInteraction interaction) -> {
                List<MessageFile> files =
                        attached.stream().map(file -> downloads.file(bot, file)).toList();
                yield reply(events.take(bot, event, files, stored), DiscordNotices.accepted(payload, interaction));
            }
            case DiscordMapping.Press(ButtonKey key, String actorId, DiscordInteraction interaction) ->
                new DiscordReply.Done(DiscordNotices.show(payload, submit(ButtonPresses.of(bot, key, actorId))));
            case DiscordMapping.FormPress press -> new DiscordReply.Done(forms.open(bot, payload, press));
            case DiscordMapping.SubmittedForm form -> new DiscordReply.Done(forms.submit(bot, payload, form));
            case DiscordMapping.Ignored(String type, String why) -> {
                LOG.debugf("event without an event of the host: botId=%s type=%s %s", bot.botId(), type, why);
                yield new DiscordReply.Done(type.startsWith(INTERACTION) ? DiscordNotices.ignored(payload) : null);
            }
            case DiscordMapping.Unreadable(String field, String why) -> deadLetter(bot, stored, field + " " + why);
        };
    }

    private PressNotice submit(ButtonPress press) throws InterruptedException {
        return presses.notice(
                press,
                failure -> LOG.warnf(
                        "a pressed button is not submitted: botId=%s runId=%s %s",
                        press.botId(), press.runId(), failure));
    }

    private DiscordReply deadLetter(BotRegistration bot, JsonNode stored, String detail) throws InterruptedException {
        return reply(events.deadLetter(bot, stored, DeadLetterReason.UNDECODABLE, detail), null);
    }

    private static DiscordReply reply(BotEventOutcome outcome, @Nullable DiscordResponse response) {
        return switch (outcome) {
            case BotEventOutcome.Done() -> new DiscordReply.Done(response);
            case BotEventOutcome.Unavailable(String why) -> new DiscordReply.Unavailable(why);
        };
    }
}
