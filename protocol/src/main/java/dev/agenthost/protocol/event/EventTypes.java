package dev.agenthost.protocol.event;

import java.util.Set;

/**
 * Stable names of event types (spec 000 §5.4). {@code event_type} is one of them; a platform's own name stands in
 * {@code source_event_type} alone.
 */
public final class EventTypes {

    public static final String MESSAGE_RECEIVED = "message.received";
    /** A program called an agent; the subject is the request. */
    public static final String API_INVOKED = "api.invoked";
    /** A schedule is due; the subject is the schedule. The host's own. */
    public static final String SCHEDULE_TRIGGERED = "schedule.triggered";
    /** A person responded to a runner's question. The host's own. */
    public static final String INTERACTION_SUBMITTED = "interaction.submitted";
    /** A run gives a task to another agent. The host's own. */
    public static final String DELEGATION_REQUESTED = "delegation.requested";
    /** A delegated run ended after the run that waits for it. The host's own. */
    public static final String DELEGATION_COMPLETED = "delegation.completed";
    /** A timer of a run is due. The host's own. */
    public static final String TIMER_FIRED = "timer.fired";
    /** An event of a platform that has no stable name; {@code source_event_type} names it. */
    public static final String PLATFORM_SPECIFIC = "platform.specific";

    /** Types that adapters and programs may submit. */
    private static final Set<String> OPEN = Set.of(
            MESSAGE_RECEIVED,
            "message.edited",
            "message.recalled",
            "message.reaction",
            "group.member_joined",
            "group.member_left",
            "group.member_banned",
            "group.member_unbanned",
            "group.info_updated",
            "friend.request_received",
            "friend.added",
            "friend.removed",
            "bot.invited_to_group",
            "bot.removed_from_group",
            "bot.muted",
            "bot.unmuted",
            PLATFORM_SPECIFIC,
            API_INVOKED);

    /** Types that the host alone publishes. */
    private static final Set<String> OF_HOST =
            Set.of(SCHEDULE_TRIGGERED, INTERACTION_SUBMITTED, DELEGATION_REQUESTED, DELEGATION_COMPLETED, TIMER_FIRED);

    /** First words of the facts that the host records of runs, deliveries and its own work. */
    private static final Set<String> OF_HOST_FAMILIES = Set.of(
            "run",
            "tool",
            "artifact",
            "state",
            "action",
            "delivery",
            "schedule",
            "interaction",
            "delegation",
            "timer",
            "system",
            "host");

    private EventTypes() {}

    /** True if adapters and programs may submit events of this type. */
    public static boolean isOpen(String eventType) {
        return OPEN.contains(eventType);
    }

    /** True if the type, or its family, is reserved for the host. */
    public static boolean isHostOnly(String eventType) {
        int dot = eventType.indexOf('.');
        return OF_HOST.contains(eventType) || dot > 0 && OF_HOST_FAMILIES.contains(eventType.substring(0, dot));
    }
}
