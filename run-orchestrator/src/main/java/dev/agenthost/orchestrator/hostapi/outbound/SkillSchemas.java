package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.protocol.store.skill.SkillLimits;

/** The descriptors of the two skill tools. They name no skill: facts of skills are only in {@code ctx.resources}. */
final class SkillSchemas {
    static final String ACTIVATE = "activate";
    static final String REGISTER = "register_skill";

    static final String SKILL_NAME = "skill_name";
    static final String FILE = "file";
    static final String DISPLAY_NAME = "display_name";
    static final String DESCRIPTION = "description";
    static final String INSTRUCTIONS = "instructions";

    private static final String TYPE = "skill";
    private static final int NAME_LENGTH = 64;

    private SkillSchemas() {}

    static ToolDescriptor activate() {
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.set(SKILL_NAME, text("The skill's name.", NAME_LENGTH));
        properties.set(FILE, text("One of the skill's files, to read it instead of the instructions.", 200));
        return descriptor(
                ACTIVATE,
                "Learn a skill: answers its instructions and the paths of its files, or one of these files.",
                properties,
                SKILL_NAME);
    }

    static ToolDescriptor register() {
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.set(SKILL_NAME, text("1 to 64 small letters, digits and -, a letter or digit first.", NAME_LENGTH));
        properties.set(DISPLAY_NAME, text("The name that people see.", SkillLimits.DISPLAY_NAME));
        properties.set(DESCRIPTION, text("What it is for, and when.", SkillLimits.DESCRIPTION));
        properties.set(INSTRUCTIONS, text("What to do, in Markdown.", SkillLimits.INSTRUCTIONS_BYTES));
        return descriptor(
                REGISTER,
                "Keep a skill for later runs, or write anew one that was registered before. People decide who may use it.",
                properties,
                SKILL_NAME,
                DESCRIPTION,
                INSTRUCTIONS);
    }

    private static ToolDescriptor descriptor(
            String name, String description, ObjectNode properties, String... required) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.set("properties", properties);
        for (String field : required) {
            schema.withArray("required").add(field);
        }
        schema.put("additionalProperties", false);
        return new ToolDescriptor(name, name, TYPE, description, schema);
    }

    private static ObjectNode text(String description, int longest) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "string")
                .put("description", description)
                .put("minLength", 1)
                .put("maxLength", longest);
    }
}
