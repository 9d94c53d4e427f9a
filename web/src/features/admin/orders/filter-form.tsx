import { ORDER_STATUSES } from "@sotto/openapi/order-states";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslations } from "use-intl";
import { useAppContext } from "../../../lib/page-context";
import { readAdminSearch } from "../search";
import { chosenStatus, type OrderFilter, readStatus, STATES_OF, stateValue } from "./filter";

const route = getRouteApi("/admin");

/** What to list. It is part of the address, so that a reload and the back button keep it. */
export function FilterForm({ filter, isBusy }: { filter: OrderFilter; isBusy: boolean }) {
  const t = useTranslations();
  const navigate = route.useNavigate();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const find = String(fields.find ?? "").replace(/^#|\s/g, "");
    const { status = "", ...others } = fields;
    const chosen = readStatus(String(status));
    void navigate({ search: readAdminSearch({ ...others, ...chosen, find, tab: "orders" }) });
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <form
      onSubmit={onSubmit}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:grid-cols-4 lg:flex lg:[&>*]:shrink"
    >
      <Labelled label={t("adminOrders.find")} className="col-span-2 lg:grow">
        {(id) => (
          <input
            id={id}
            name="find"
            defaultValue={filter.find}
            maxLength={130}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="control mt-1"
          />
        )}
      </Labelled>
      <Choice name="status" label={t("adminOrders.status")} chosen={chosenStatus(filter)}>
        <StatusOptions />
      </Choice>
      <Currencies chosen={filter.currency} />
      <div className="col-span-2 grid grid-cols-2 gap-3">
        <Day name="since" label={t("adminOrders.since")} chosen={filter.since} />
        <Day name="until" label={t("adminOrders.until")} chosen={filter.until} />
      </div>
      <div className="col-span-2 flex gap-3 max-sm:[&>*]:grow">
        <button type="submit" disabled={isBusy} className="button button-primary">
          {t("adminOrders.apply")}
        </button>
        {isFiltered ? (
          <Link to="/admin" search={{ tab: "orders" }} className="button">
            {t("adminOrders.clear")}
          </Link>
        ) : null}
      </div>
    </form>
  );
}

/** Every status, each with the states that it is made of. */
function StatusOptions() {
  const t = useTranslations();
  return ORDER_STATUSES.map((status) => {
    const name = t(`admin.status.${status === "pending" ? "waiting" : status}`);
    const whole = (
      <option key={status} value={status}>
        {name}
      </option>
    );
    const states = STATES_OF[status];
    if (states.length === 0) return whole;
    return (
      <optgroup key={status} label={name}>
        <option value={status}>{t("adminOrders.allOf", { status: name })}</option>
        {states.map((state) => (
          <option key={state} value={stateValue(state)}>
            {t(`admin.state.${state}`)}
          </option>
        ))}
      </optgroup>
    );
  });
}

function Labelled({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

function Choice({
  name,
  label,
  chosen,
  className = "",
  children,
}: {
  name: string;
  label: string;
  chosen: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  const t = useTranslations("adminOrders");
  return (
    <Labelled label={label} className={className}>
      {(id) => (
        <select id={id} name={name} defaultValue={chosen ?? ""} className="control mt-1">
          <option value="">{t("any")}</option>
          {children}
        </select>
      )}
    </Labelled>
  );
}

function Currencies({ chosen }: { chosen: string | undefined }) {
  const t = useTranslations("adminOrders");
  const { api } = useAppContext();
  const { data } = useQuery({ queryKey: ["currencies"], queryFn: () => api.currencies() });
  const known = data?.ok === true ? data.value.map(({ id }) => id) : [];
  const codes = chosen === undefined || known.includes(chosen) ? known : [chosen, ...known];
  return (
    // Choices that come later would not take the default that they were not there for.
    <Choice
      key={codes.length}
      name="currency"
      label={t("currency")}
      chosen={chosen}
      className="max-sm:col-span-2"
    >
      {codes.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Choice>
  );
}

function Day({ name, label, chosen }: { name: string; label: string; chosen: string | undefined }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input id={id} name={name} type="date" defaultValue={chosen} className="control mt-1 min-w-0" />
      )}
    </Labelled>
  );
}
