package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.catalog.AgentRules;
import dev.agenthost.binding.catalog.ResourceName;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.SecretReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules for a bot beyond its types. Each breach names its field. */
public final class BotRules {
    /** A purpose has one live secret, or two during a rotation. */
    public static final int MAX_LIVE_SECRETS = 2;

    private BotRules() {}

    /**
     * Returns the bot itself.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static Bot check(Bot bot) {
        ResourceName.check(bot.botId(), "bot_id");
        AgentRules.checkName(bot.name());
        if (bot.agentId() != null) {
            ResourceName.check(bot.agentId(), "agent_id");
        }
        PlatformForm form = PlatformForm.of(bot.platform());
        checkOptions(bot.options(), form);
        checkSecrets(bot, form);
        return bot;
    }

    private static void checkSecrets(Bot bot, PlatformForm form) {
        Map<String, List<String>> secrets = bot.secrets();
        for (String purpose : new TreeSet<>(form.secrets())) {
            if (!secrets.containsKey(purpose) && form.isOptional(purpose, bot.options())) {
                continue;
            }
            List<String> names = Fields.required(secrets.get(purpose), "secrets." + purpose);
            String field = "secrets." + purpose;
            if (names.isEmpty() || names.size() > MAX_LIVE_SECRETS) {
                throw new InvalidFieldException(field, "must name one secret, or two during a rotation");
            }
            for (String name : names) {
                if (name == null || !SecretReference.isName(name)) {
                    throw new InvalidFieldException(
                            field, "must be the name of a configured secret, not the secret itself");
                }
            }
        }
        known(secrets.keySet(), form.secrets(), "secrets");
    }

    private static void checkOptions(ObjectNode options, PlatformForm form) {
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            PlatformForm.Option known = form.options().get(option.getKey());
            if (known != null && !known.accepts().test(option.getValue())) {
                throw new InvalidFieldException("options." + option.getKey(), "must be " + known.expectation());
            }
        }
        for (String option : new TreeSet<>(form.required().keySet())) {
            if (form.isRequired(option, options)) {
                Fields.required(options.get(option), "options." + option);
            }
        }
        Set<String> names = new TreeSet<>();
        options.fieldNames().forEachRemaining(names::add);
        known(names, form.options().keySet(), "options");
    }

    private static void known(Set<String> given, Set<String> known, String field) {
        for (String name : given) {
            if (!known.contains(name)) {
                throw new InvalidFieldException(
                        field + "." + name, "is unknown; known are " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }
}
