package dev.agenthost.im.discord.inbound;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.form.FormValues;
import dev.agenthost.im.discord.form.QuestionForm;
import dev.agenthost.protocol.event.ActorContext;
import dev.agenthost.protocol.event.EventTypes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps interactions, which come over the gateway or HTTP with the same content: pressed buttons and other components of messages, commands
 * and submitted forms (https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object).
 */
final class DiscordInteractions {
    /** Begins the {@code custom_id} of each button of a question. */
    static final String OF_HOST = ButtonKey.MEMBER + ":";

    private static final String CUSTOM_ID = "custom_id";
    private static final int DEEPEST = 3;

    private DiscordInteractions() {}

    /** @param event has the interaction as its content */
    static DiscordMapping interaction(DiscordEvent event) {
        PlatformObject payload = event.content();
        String id = DiscordEvent.snowflake(payload, "id");
        String token = payload.text("token");
        if (id == null) {
            return event.withoutId("id");
        }
        if (token == null || !DiscordInteraction.isToken(token)) {
            return event.without("token", "a token");
        }
        PlatformObject member = payload.object("member");
        ActorContext person =
                DiscordEvent.person(member == null ? payload.object("user") : member.object("user"), member);
        if (person == null) {
            return event.without("member.user", "a person");
        }
        int type = payload.node().path("type").asInt();
        DiscordInteraction interaction = new DiscordInteraction(id, token, type);
        PlatformObject data = payload.object("data");
        DiscordEvent named = event.identified("interaction:" + id, DiscordEvent.seconds(id))
                .named("INTERACTION_CREATE." + name(type));
        if (type == DiscordInteraction.AUTOCOMPLETE) {
            return named.ignored("The person has not sent the command yet.");
        }
        return data == null
                ? other(named, person, null, interaction)
                : ofQuestion(data, String.valueOf(person.actorId()), interaction)
                        .orElseGet(() -> other(named, person, data, interaction));
    }

    /** Returns empty for an interaction that is of no question of the host. */
    private static Optional<DiscordMapping> ofQuestion(
            PlatformObject data, String actorId, DiscordInteraction interaction) {
        return switch (interaction.type()) {
            case DiscordInteraction.COMPONENT ->
                key(data, QuestionForm.ID_PREFIX)
                        .<DiscordMapping>map(key -> new DiscordMapping.FormPress(key, actorId, interaction))
                        .or(() -> key(data, OF_HOST).map(key -> new DiscordMapping.Press(key, actorId, interaction)));
            case DiscordInteraction.MODAL ->
                FormValues.read(data).map(form -> new DiscordMapping.SubmittedForm(form, actorId, interaction));
            default -> Optional.empty();
        };
    }

    private static Optional<ButtonKey> key(PlatformObject data, String prefix) {
        String id = data.text(CUSTOM_ID);
        return id != null && id.startsWith(prefix) ? ButtonKey.read(id.substring(prefix.length())) : Optional.empty();
    }

    private static String name(int type) {
        return switch (type) {
            case DiscordInteraction.COMMAND -> "command";
            case DiscordInteraction.COMPONENT -> "component";
            case DiscordInteraction.AUTOCOMPLETE -> "autocomplete";
            case DiscordInteraction.MODAL -> "modal";
            default -> Integer.toString(type);
        };
    }

    private static DiscordMapping other(
            DiscordEvent event, ActorContext person, @Nullable PlatformObject data, DiscordInteraction interaction) {
        DiscordEventBody built =
                DiscordEventBody.of(event, EventTypes.PLATFORM_SPECIFIC).by(person);
        PlatformObject payload = event.content();
        String channel = DiscordEvent.snowflake(payload, DiscordEvent.CHANNEL);
        PlatformObject message = payload.object("message");
        String messageId = message == null ? null : DiscordEvent.snowflake(message, "id");
        if (channel != null) {
            built.in(channel, DiscordEvent.snowflake(payload, DiscordEvent.GUILD), messageId);
        }
        if (messageId != null) {
            built.about("message", messageId);
        }
        if (data != null) {
            put(built.data(), "command", data.name("name"));
            put(built.data(), "button", data.name(CUSTOM_ID));
            values(data, built.data());
        }
        return built.event(interaction);
    }

    /** Adds chosen values of a menu, options of a command, and fields of a form, each by its name. */
    private static void values(PlatformObject data, ObjectNode facts) {
        data.node()
                .path("values")
                .valueStream()
                .filter(value -> value.isTextual())
                .forEach(value -> facts.withArrayProperty("values").add(value.textValue()));
        options(data.list("options"), facts, 0);
        fields(data.list("components"), facts, 0);
    }

    private static void options(List<PlatformObject> options, ObjectNode facts, int depth) {
        for (PlatformObject option : options) {
            String name = option.name("name");
            if (name != null && option.node().path("value").isValueNode()) {
                facts.withObjectProperty("options").set(name, option.node().get("value"));
            } else if (name != null && depth < DEEPEST) {
                put(facts, depth == 0 ? "subcommand" : "subcommand_" + (depth + 1), name);
                options(option.list("options"), facts, depth + 1);
            }
        }
    }

    /** A field is in a row, or in a label (https://docs.discord.com/developers/components/reference#label). */
    private static void fields(List<PlatformObject> components, ObjectNode facts, int depth) {
        for (PlatformObject component : components) {
            String id = component.name(CUSTOM_ID);
            if (id != null && component.node().path("value").isValueNode()) {
                facts.withObjectProperty("fields").set(id, component.node().get("value"));
            } else if (id != null && component.node().path("values").isArray()) {
                facts.withObjectProperty("fields").set(id, component.node().get("values"));
            } else if (depth < DEEPEST) {
                fields(component.list("components"), facts, depth + 1);
                PlatformObject labelled = component.object("component");
                if (labelled != null) {
                    fields(List.of(labelled), facts, depth + 1);
                }
            }
        }
    }

    private static void put(ObjectNode object, String name, @Nullable String value) {
        if (value != null) {
            object.put(name, value);
        }
    }
}
