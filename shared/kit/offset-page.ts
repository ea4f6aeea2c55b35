/** What a list says of the page it shows, where pages are told by how many to leave out. */
export const offsetPage = ({ limit, offset }: { limit: number; offset: number }, total: number, shown: number) => ({
  total,
  limit,
  offset,
  has_more: offset + shown < total,
});
