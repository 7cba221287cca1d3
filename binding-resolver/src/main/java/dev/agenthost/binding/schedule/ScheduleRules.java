package dev.agenthost.binding.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.catalog.AgentRules;
import dev.agenthost.binding.catalog.ResourceName;
import dev.agenthost.binding.catalog.SecretRules;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.event.DeliveryContext;
import dev.agenthost.protocol.event.EventLimits;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.StorableText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules for a schedule beyond its types. Each breach names its field. */
public final class ScheduleRules {
    private ScheduleRules() {}

    /**
     * Returns the schedule itself.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static Schedule check(Schedule schedule) {
        ResourceName.check(schedule.scheduleId(), "schedule_id");
        AgentRules.checkName(schedule.name());
        schedule.times();
        checkEvent(schedule.event());
        return schedule;
    }

    private static void checkEvent(ScheduledEvent event) {
        StorableText.firstFault(ProtocolCodec.tree(event), "event").ifPresent(fault -> {
            throw fault;
        });
        Map<String, @Nullable String> ids = new LinkedHashMap<>();
        ids.put("bot_id", event.botId());
        ids.put("conversation_id", event.conversationId());
        ids.put("thread_id", event.threadId());
        ids.put("launcher_type", event.launcherType());
        ids.put("launcher_id", event.launcherId());
        ids.put("delivery.surface", event.target().surface());
        ids.forEach((field, id) -> checkId(id, "event." + field));
        checkObject(event.data(), "event.data");
        DeliveryContext delivery = event.target();
        if (delivery.surface().equals(DeliveryContext.DELEGATION)) {
            throw new InvalidFieldException("event.delivery.surface", "is reserved for the host");
        }
        if (delivery.replyTarget() instanceof ObjectNode target) {
            checkObject(target, "event.delivery.reply_target");
        } else if (delivery.replyTarget() != null) {
            throw new InvalidFieldException("event.delivery.reply_target", "must be an object");
        }
        checkObject(delivery.platformCapabilities(), "event.delivery.platform_capabilities");
    }

    private static void checkId(@Nullable String id, String field) {
        if (id == null) {
            return;
        }
        if (id.isBlank() || id.length() > EventLimits.ID_CHARS || id.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidFieldException(
                    field, "must have 1 to " + EventLimits.ID_CHARS + " characters and no control character");
        }
    }

    private static void checkObject(ObjectNode value, String field) {
        if (ProtocolCodec.encode(value).length > EventLimits.OBJECT_BYTES) {
            throw new InvalidFieldException(field, "is larger than " + EventLimits.OBJECT_BYTES / 1024 + " KiB");
        }
        SecretRules.check(value, field);
    }
}
