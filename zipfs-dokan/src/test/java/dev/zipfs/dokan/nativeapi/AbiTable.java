package dev.zipfs.dokan.nativeapi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The measured layouts and numbers of {@code dokan2-x64.txt}. */
public final class AbiTable {
    /** A struct's field. */
    public record Field(String name, String type, int offset, int size) {}

    /** A struct. */
    public record Struct(String name, int size, Map<String, Field> fields) {}

    /** A callback or an exported function; the offset is a callback's place in DOKAN_OPERATIONS, else -1. */
    public record Signature(String name, int offset, String returns, List<String> parameters) {}

    private final Map<String, Struct> structs = new LinkedHashMap<>();
    private final Map<String, Signature> callbacks = new LinkedHashMap<>();
    private final Map<String, Signature> functions = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    private AbiTable() {}

    /** Reads the table. */
    public static AbiTable load() {
        AbiTable table = new AbiTable();
        try (InputStream in = AbiTable.class.getResourceAsStream("dokan2-x64.txt");
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.US_ASCII))) {
            lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> table.add(line.split(" ")));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return table;
    }

    private void add(String[] words) {
        switch (words[0]) {
            case "struct" ->
                structs.put(words[1], new Struct(words[1], Integer.parseInt(words[2]), new LinkedHashMap<>()));
            case "field" -> {
                Field field = new Field(words[2], words[3], Integer.parseInt(words[4]), Integer.parseInt(words[5]));
                structs.get(words[1]).fields().put(field.name(), field);
            }
            case "callback" -> {
                int offset = words[3].equals("-") ? -1 : Integer.parseInt(words[3]);
                callbacks.put(words[2], new Signature(words[2], offset, words[4], rest(words, 5)));
            }
            case "function" -> functions.put(words[1], new Signature(words[1], -1, words[2], rest(words, 3)));
            case "number" -> numbers.put(words[1], Integer.parseInt(words[2]));
            default -> throw new IllegalStateException(words[0]);
        }
    }

    private static List<String> rest(String[] words, int from) {
        return new ArrayList<>(List.of(words).subList(from, words.length));
    }

    /** A struct by its C name. */
    public Struct struct(String name) {
        return Objects.requireNonNull(structs.get(name), name);
    }

    /** Callbacks in their order, by C name. */
    public Map<String, Signature> callbacks() {
        return callbacks;
    }

    /** An exported function. */
    public Signature function(String name) {
        return Objects.requireNonNull(functions.get(name), name);
    }

    /** A number, as a signed 32-bit value. */
    public int number(String name) {
        return Objects.requireNonNull(numbers.get(name), name);
    }

    /** Whether there is such a number. */
    public boolean hasNumber(String name) {
        return numbers.containsKey(name);
    }

    /** The Java type that a Windows type of a parameter or result must have. */
    public static Class<?> javaType(String type) {
        if (type.endsWith("*") || type.startsWith("LP") || type.startsWith("P")) {
            return long.class;
        }
        return switch (type) {
            case "void" -> void.class;
            case "DOKAN_HANDLE", "HANDLE", "LONGLONG", "ULONGLONG" -> long.class;
            case "NTSTATUS", "ACCESS_MASK", "ULONG", "DWORD", "BOOL", "int", "LONG" -> int.class;
            case "BOOLEAN" -> byte.class;
            case "WCHAR" -> short.class;
            default -> throw new IllegalArgumentException(type);
        };
    }

    /** The Java constant that holds a field's offset: {@code nFileSizeHigh} is {@code N_FILE_SIZE_HIGH}. */
    public static String constant(String field) {
        return field.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }
}
